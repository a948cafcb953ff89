package dev.statute.yaml;

import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
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
 * What a YAML file says, with the place of every character. Scalars mean what YAML 1.2's core
 * schema says: {@code on}, {@code no} and {@code yes} are words. Aliases stand for the tree they
 * name. Immutable.
 */
public sealed interface YamlTree {
  /** What to point at: a scalar's own text, else the first line of the collection. */
  SourceText at();

  /** Where it begins. */
  default Place place() {
    return at().place();
  }

  /** What it is, in a user's words: {@code a map}, {@code text 'x'}, {@code the number 5}. */
  String described();

  /** It as plain data: null, Boolean, Long, Double, String, List or Map in document order. */
  @Nullable Object plain();

  /**
   * Reads the one document of a file: at most 4 MiB of UTF-8 text. Whatever is wrong is among the
   * problems.
   */
  static Loaded<YamlTree> read(Path file) {
    return TreeReader.read(file);
  }

  /** As {@link #read(Path)}, from text at hand. */
  static Loaded<YamlTree> read(Source source) {
    return TreeReader.read(source);
  }

  /** How a scalar was written; only plain ones may be numbers, bools or null. */
  enum Style {
    PLAIN,
    QUOTED,
    BLOCK,
    /** A problem was already reported here: whoever reads it keeps silent. */
    BROKEN
  }

  /** A word, number, text or nothing; {@code at} is its text without quotes, escapes resolved. */
  record Scalar(SourceText at, Style style) implements YamlTree {
    public String text() {
      return at.value();
    }

    public boolean isBroken() {
      return style == Style.BROKEN;
    }

    /** Whether it means null: {@code null}, {@code ~}, or nothing at all. */
    public boolean isNull() {
      return style == Style.PLAIN && CoreSchema.isNull(at.value());
    }

    /** Whether nothing is written where a value could stand. */
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
      return value instanceof Number
          ? "the number " + at.value()
          : (value instanceof Boolean ? "the bool " : "text '")
              + brief()
              + (value instanceof Boolean ? "" : "'");
    }

    private String brief() {
      String line = at.value().lines().findFirst().orElse("");
      boolean whole = line.length() <= 40 && line.length() == at.value().length();
      return whole ? line : line.substring(0, Math.min(40, line.length())) + "…";
    }
  }

  /** A list. */
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

  /** A map in document order; each key is there once. */
  record Mapping(Map<String, Entry> entries, SourceText at) implements YamlTree {
    public Mapping {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** The value of this key, or null if there is none. */
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

  /** A key, with its place, and what stands under it. */
  record Entry(SourceText key, YamlTree value) {}
}
