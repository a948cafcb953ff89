package dev.statute.yaml.internal.chart;

import dev.statute.chart.FieldType;
import dev.statute.chart.FieldType.Kind;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reader of types of payload fields and data: {@code string}, {@code int?}, {@code [uuid]}. */
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

  private TypeReader() {}

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      kinds.put(kind.name().toLowerCase(Locale.ROOT), kind);
    }
    return kinds;
  }

  /** Returns the type, or null after a report. */
  static @Nullable FieldType type(NodeReader shape, YamlTree tree, String key) {
    if (tree instanceof Sequence list) {
      List<YamlTree> members = list.members();
      if (members.size() == 1 && members.get(0) instanceof Scalar element) {
        return list(shape, element, key, element.at(), false);
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
        return word(shape, scalar, key, scalar.at());
      }
      return list(shape, scalar, key, scalar.at().slice(1, Math.max(1, end)), optional);
    }
    return word(shape, scalar, key, scalar.at());
  }

  /** Returns the type of a list; its elements are never absent. */
  private static @Nullable FieldType list(
      NodeReader shape, Scalar scalar, String key, SourceText element, boolean optional) {
    FieldType type = word(shape, scalar, key, element);
    if (type != null && type.optional()) {
      shape.error(
          "C128",
          element,
          "'" + element + "' is no type of elements: a list may be absent, its elements may not",
          "write \"[" + element.value().replace("?", "]?") + "\"");
    }
    return type == null ? null : new FieldType(type.kind(), true, optional);
  }

  private static @Nullable FieldType word(
      NodeReader shape, Scalar scalar, String key, SourceText text) {
    if (scalar.isBroken()) {
      return null;
    }
    boolean optional = text.value().endsWith("?");
    String word = optional ? text.value().substring(0, text.value().length() - 1) : text.value();
    Kind kind = KINDS.get(word);
    if (kind != null) {
      return new FieldType(kind, false, optional);
    }
    Matcher list = LIST.matcher(word);
    String element = list.matches() ? list.replaceFirst("$1$2") : word;
    String meant = FOREIGN_TYPES.get(element.toLowerCase(Locale.ROOT));
    meant = meant == null && list.matches() ? element.toLowerCase(Locale.ROOT) : meant;
    meant = meant != null && list.matches() ? "[" + meant + "]" : meant;
    meant = meant == null ? SpellingSuggestion.nearest(word, KINDS.keySet()) : meant;
    shape.error(
        "C128",
        text,
        "'" + word + "' is no type",
        meant != null
            ? "did you mean '" + meant + "'?"
            : "types are: "
                + String.join(", ", KINDS.keySet())
                + ("type".equals(key)
                    ? "; for data that is a map with a 'type' write { type: map, initial: { … }"
                        + " }"
                    : ""));
    return null;
  }
}
