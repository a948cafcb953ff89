package dev.statute.turns.internal.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Field of a result: {@code name}, {@code name?} if it is optional, {@code name: type}, or a map of
 * {@code name}, {@code type}, {@code required} and {@code description}.
 */
public record ResultField(String name, Type type, boolean required) {
  /** Type of a value. */
  enum Type {
    ANY,
    TEXT,
    NUMBER,
    INT,
    BOOL,
    LIST,
    MAP;

    /** Returns the type of a word, including those of JSON Schema. */
    static Type of(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "any" -> ANY;
        case "string", "text" -> TEXT;
        case "number", "double" -> NUMBER;
        case "int", "integer" -> INT;
        case "bool", "boolean" -> BOOL;
        case "list", "array" -> LIST;
        case "map", "object" -> MAP;
        default ->
            throw new IllegalArgumentException(
                "there is no type '"
                    + word
                    + "' of a result field; types are any, string, number, int, bool, list, map");
      };
    }

    boolean fits(Object value) {
      return switch (this) {
        case ANY -> true;
        case TEXT -> value instanceof String;
        case NUMBER -> value instanceof Number;
        case INT ->
            value instanceof Long
                || value instanceof Integer
                || (value instanceof Double number && number == Math.rint(number));
        case BOOL -> value instanceof Boolean;
        case LIST -> value instanceof List;
        case MAP -> value instanceof Map;
      };
    }

    String word() {
      return this == TEXT ? "string" : name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads the fields of a schema.
   *
   * @param schema null, a list of fields, or a map with such {@code fields}
   * @throws IllegalArgumentException if it is invalid
   */
  public static List<ResultField> of(@Nullable Object schema) {
    if (schema == null) {
      return List.of();
    }
    Object fields = schema instanceof Map<?, ?> map ? map.get("fields") : schema;
    if (!(fields instanceof List<?> list)) {
      throw new IllegalArgumentException("result_fields is a list of fields, not '" + schema + "'");
    }
    List<ResultField> all = new ArrayList<>();
    for (Object each : list) {
      ResultField field = each instanceof Map<?, ?> map ? of(map) : of(String.valueOf(each));
      if (all.stream().anyMatch(other -> other.name.equals(field.name))) {
        throw new IllegalArgumentException("there are two result fields '" + field.name + "'");
      }
      all.add(field);
    }
    return List.copyOf(all);
  }

  private static ResultField of(Map<?, ?> map) {
    if (!(map.get("name") instanceof String name) || name.isBlank()) {
      throw new IllegalArgumentException(
          "a result field has a name; this one has only " + map.keySet());
    }
    Object type = map.get("type");
    Object required = map.get("required");
    if (required != null && !(required instanceof Boolean)) {
      throw new IllegalArgumentException(
          "'required' of result field '" + name + "' is true or false, not '" + required + "'");
    }
    return new ResultField(
        name.strip(),
        type == null ? Type.ANY : Type.of(String.valueOf(type)),
        !Boolean.FALSE.equals(required));
  }

  private static ResultField of(String text) {
    boolean required = !text.endsWith("?");
    String rest = required ? text : text.substring(0, text.length() - 1);
    int colon = rest.indexOf(':');
    String name = (colon < 0 ? rest : rest.substring(0, colon)).strip();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a result field has a name; this one has none: " + text);
    }
    return new ResultField(
        name, colon < 0 ? Type.ANY : Type.of(rest.substring(colon + 1).strip()), required);
  }
}
