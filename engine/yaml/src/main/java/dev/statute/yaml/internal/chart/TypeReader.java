package dev.statute.yaml.internal.chart;

import dev.statute.chart.FieldType;
import dev.statute.chart.FieldType.Kind;
import dev.statute.chart.TypeDefinition;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of types of payload fields and data: {@code string}, {@code int?}, {@code [uuid]}, and the
 * names of the chart's own types.
 */
final class TypeReader {
  private static final Map<String, Kind> KINDS = kinds();
  private static final Map<String, String> FOREIGN_TYPES =
      Map.ofEntries(
          Map.entry("boolean", "bool"),
          Map.entry("integer", "int"),
          Map.entry("long", "int"),
          Map.entry("double", "number"),
          Map.entry("float", "number"),
          Map.entry("money", "decimal"),
          Map.entry("bigdecimal", "decimal"),
          Map.entry("str", "string"),
          Map.entry("text", "string"),
          Map.entry("array", "list"),
          Map.entry("object", "map"),
          Map.entry("datetime", "timestamp"),
          Map.entry("time", "timestamp"),
          Map.entry("date", "timestamp"));

  /** Notation of lists in other languages. */
  private static final Pattern LIST =
      Pattern.compile("(?i)(?:list|array|set)\\s*<\\s*(\\w+)\\s*>|(\\w+)\\[]");

  private final NodeReader shape;
  private final Map<String, TypeDefinition> types;
  private final Set<String> announced = new HashSet<>();
  private String current = "";

  /**
   * Creates a reader.
   *
   * @param types the chart's own types, which may be added to
   */
  TypeReader(NodeReader shape, Map<String, TypeDefinition> types) {
    this.shape = shape;
    this.types = types;
  }

  /** Notes names of own types, some of which are read later. */
  void announce(Set<String> names) {
    announced.addAll(names);
  }

  /** Notes the own type whose fields are read next. */
  void enterType(String name) {
    current = name;
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      kinds.put(kind.name().toLowerCase(Locale.ROOT), kind);
    }
    kinds.remove("row");
    return kinds;
  }

  /** Returns the type, or null after a report. */
  @Nullable FieldType type(YamlTree tree, String key) {
    if (tree instanceof Sequence list) {
      List<YamlTree> members = list.members();
      if (members.size() == 1 && members.get(0) instanceof Scalar element) {
        return list(element, key, element.at(), false);
      }
      shape.wrongKind(tree, key, "the type of its elements in brackets", key + ": [string]");
      return null;
    }
    if (!(tree instanceof Scalar scalar) || scalar.isNull()) {
      shape.wrongKind(tree, key, "a type", key + ": string");
      return null;
    }
    if (scalar.isBroken()) {
      return null;
    }
    String text = scalar.text();
    if (text.startsWith("[")) {
      boolean optional = text.endsWith("]?");
      int end = text.length() - (optional ? 2 : 1);
      if (!optional && !text.endsWith("]")) {
        return word(scalar, key, scalar.at());
      }
      return list(scalar, key, scalar.at().slice(1, Math.max(1, end)), optional);
    }
    return word(scalar, key, scalar.at());
  }

  /** Returns the type of a list; its elements are never absent. */
  private @Nullable FieldType list(
      Scalar scalar, String key, SourceText element, boolean optional) {
    FieldType type = word(scalar, key, element);
    if (type != null && type.optional()) {
      shape.error(
          "C128",
          element,
          "'" + element + "' is no type of elements: a list may be absent, its elements may not",
          "write \"[" + element.value().replace("?", "]?") + "\"");
    }
    return type == null ? null : new FieldType(type.kind(), true, optional, type.row());
  }

  private @Nullable FieldType word(Scalar scalar, String key, SourceText text) {
    if (scalar.isBroken()) {
      return null;
    }
    boolean optional = text.value().endsWith("?");
    String word = optional ? text.value().substring(0, text.value().length() - 1) : text.value();
    Kind kind = KINDS.get(word);
    if (kind != null) {
      return new FieldType(kind, false, optional);
    }
    TypeDefinition own = types.get(word);
    if (own != null) {
      return new FieldType(Kind.ROW, false, optional, own);
    }
    if (announced.contains(word)) {
      shape.error(
          "C128",
          text,
          word.equals(current)
              ? "a '" + word + "' has no field that is one itself"
              : "'" + word + "' is declared further below",
          word.equals(current)
              ? "write map for it, or a string with the name of the other"
              : "put the type " + word + " before '" + current + "'");
      return null;
    }
    Matcher list = LIST.matcher(word);
    String element = list.matches() ? list.replaceFirst("$1$2") : word;
    String meant = FOREIGN_TYPES.get(element.toLowerCase(Locale.ROOT));
    meant = meant == null && list.matches() ? element.toLowerCase(Locale.ROOT) : meant;
    meant = meant != null && list.matches() ? "[" + meant + "]" : meant;
    Set<String> known = new LinkedHashSet<>(KINDS.keySet());
    known.addAll(types.keySet());
    meant = meant == null ? SpellingSuggestion.nearest(word, known) : meant;
    shape.error(
        "C128",
        text,
        "'" + word + "' is no type",
        meant != null
            ? "did you mean '" + meant + "'?"
            : "types are: "
                + String.join(", ", known)
                + ("type".equals(key)
                    ? "; for data that is a map with a 'type' write { type: map, initial: { … }"
                        + " }"
                    : ""));
    return null;
  }

  /**
   * Returns the type that a short form of data names, {@code Payment?} or {@code [Payment]}; null
   * for a value.
   */
  @Nullable FieldType ownType(YamlTree tree, String key) {
    YamlTree one =
        tree instanceof Sequence list && list.members().size() == 1 ? list.members().get(0) : tree;
    if (types.isEmpty()
        || !(one instanceof Scalar scalar)
        || scalar.isBroken()
        || scalar.style() != YamlTree.Style.PLAIN) {
      return null;
    }
    String word = scalar.text().replaceAll("[\\[\\]?]", "");
    if (types.containsKey(word)) {
      return type(tree, key);
    }
    String meant = SpellingSuggestion.nearest(word, types.keySet());
    if (meant != null) {
      shape.error(
          "C128",
          scalar.at(),
          "'" + word + "' is neither a type of the chart nor a text in quotes",
          "did you mean '" + scalar.text().replace(word, meant) + "'?");
    }
    return null;
  }
}
