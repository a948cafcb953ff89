package dev.statute.yaml;

import dev.statute.chart.FieldType;
import dev.statute.chart.TypeDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.VisibleText;
import dev.statute.yaml.internal.tree.CoreSchema;
import dev.statute.yaml.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content of a YAML file, with the place of every character. Scalars follow YAML 1.2's core schema:
 * {@code on}, {@code no} and {@code yes} are words. Aliases are replaced by the named tree.
 * Immutable.
 */
public sealed interface YamlTree {
  /**
   * Returns the text to show in problems: a scalar's own text, else the first line of the
   * collection.
   */
  SourceText at();

  /** Returns the place of the first character. */
  default Place place() {
    return at().place();
  }

  /** Returns a description for users: {@code a map}, {@code text 'x'}, {@code the number 5}. */
  String described();

  /**
   * Returns the content as plain data: null, Boolean, Long, Double, String, List or Map in document
   * order.
   */
  @Nullable Object plain();

  /**
   * Returns the content as {@link #plain} does, but numbers of a decimal type as their text, which
   * is exact.
   *
   * @param type the declared type; null = none
   */
  default @Nullable Object plain(@Nullable FieldType type) {
    boolean isRow = type != null && type.kind() == FieldType.Kind.ROW;
    if (type == null || (type.kind() != FieldType.Kind.DECIMAL && !isRow)) {
      return plain();
    }
    if (this instanceof Sequence list && type.list()) {
      FieldType element = type.element();
      List<@Nullable Object> plain = new ArrayList<>(list.members().size());
      list.members().forEach(member -> plain.add(member.plain(element)));
      return Collections.unmodifiableList(plain);
    }
    if (isRow) {
      return this instanceof Mapping map && type.row() != null ? row(map, type.row()) : plain();
    }
    return this instanceof Scalar scalar && !scalar.isNull() ? scalar.text() : plain();
  }

  private static Map<String, @Nullable Object> row(Mapping map, TypeDefinition type) {
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    map.entries()
        .forEach((name, field) -> plain.put(name, field.value().plain(type.fields().get(name))));
    return Collections.unmodifiableMap(plain);
  }

  /** Reads a file with one document of at most 4 MiB of UTF-8 text. */
  static Loaded<YamlTree> read(Path file) {
    ProblemCollector problems = new ProblemCollector();
    return Loaded.of(TreeReader.read(file, problems), problems);
  }

  /** Reads one document from text, see {@link #read(Path)}. */
  static Loaded<YamlTree> read(Source source) {
    ProblemCollector problems = new ProblemCollector();
    return Loaded.of(TreeReader.read(source, problems), problems);
  }

  /** Style of a scalar; only plain ones may be numbers, bools or null. */
  enum Style {
    PLAIN,
    QUOTED,
    BLOCK,
    /** Faulty scalar with a problem already reported; readers report no further one. */
    BROKEN
  }

  /** Scalar; {@code at} is its text without quotes, escapes resolved. */
  record Scalar(SourceText at, Style style) implements YamlTree {
    public String text() {
      return at.value();
    }

    public boolean isBroken() {
      return style == Style.BROKEN;
    }

    /** Returns whether the scalar is null: {@code null}, {@code ~}, or empty. */
    public boolean isNull() {
      return style == Style.PLAIN && CoreSchema.isNull(at.value());
    }

    /** Returns whether the scalar is empty. */
    public boolean isMissing() {
      return style == Style.PLAIN && at.value().isEmpty();
    }

    @Override
    public @Nullable Object plain() {
      return style == Style.PLAIN ? CoreSchema.resolve(at.value()) : at.value();
    }

    @Override
    public String described() {
      Object value = plain();
      if (value == null) {
        return "nothing";
      }
      if (value instanceof Number) {
        return "the number " + at.value();
      }
      return value instanceof Boolean ? "the bool " + brief() : "text '" + brief() + "'";
    }

    private String brief() {
      String line = at.value().lines().findFirst().orElse("");
      boolean goesOn = line.length() <= 40 && line.length() < at.value().length();
      return goesOn ? line + "…" : VisibleText.shorten(line, 40);
    }
  }

  /** List. */
  record Sequence(List<YamlTree> members, SourceText at) implements YamlTree {
    public Sequence {
      members = List.copyOf(members);
    }

    @Override
    public @Nullable Object plain() {
      List<@Nullable Object> plain = new ArrayList<>(members.size());
      members.forEach(member -> plain.add(member.plain()));
      return Collections.unmodifiableList(plain);
    }

    @Override
    public String described() {
      return "a list";
    }
  }

  /** Map in document order, with unique keys. */
  record Mapping(Map<String, Entry> entries, SourceText at) implements YamlTree {
    public Mapping {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** Returns the value of a key, or null if it is absent. */
    public @Nullable YamlTree get(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.value();
    }

    @Override
    public @Nullable Object plain() {
      Map<String, @Nullable Object> plain = new LinkedHashMap<>();
      entries.forEach((key, entry) -> plain.put(key, entry.value().plain()));
      return Collections.unmodifiableMap(plain);
    }

    @Override
    public String described() {
      return "a map";
    }
  }

  /** Key, with its place, and value. */
  record Entry(SourceText key, YamlTree value) {}
}
