package dev.statute.server.internal.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checked members of a request's body. Each method throws an {@link ApiProblem} with status 400.
 */
public final class BodyFields {
  private BodyFields() {}

  /** Returns a text; null if it is absent. */
  public static @Nullable String text(Map<String, @Nullable Object> body, String name) {
    Object value = body.get(name);
    if (value != null && !(value instanceof String)) {
      throw ApiProblem.of(400, "body", "'" + name + "' must be a text");
    }
    return (String) value;
  }

  /** Returns a flag; false if it is absent. */
  public static boolean flag(Map<String, @Nullable Object> body, String name) {
    Object value = body.get(name);
    if (value != null && !(value instanceof Boolean)) {
      throw ApiProblem.of(400, "body", "'" + name + "' must be true or false");
    }
    return Boolean.TRUE.equals(value);
  }

  /** Returns an object; an empty one if it is absent. */
  public static Map<String, @Nullable Object> object(
      Map<String, @Nullable Object> body, String name) {
    Object value = body.get(name);
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((key, each) -> map.put(String.valueOf(key), each));
    } else if (value != null) {
      throw ApiProblem.of(400, "body", "'" + name + "' must be an object");
    }
    return map;
  }

  /** Returns a list of texts; an empty one if it is absent. */
  public static List<String> texts(Map<String, @Nullable Object> body, String name) {
    Object value = body.get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
      throw ApiProblem.of(400, "body", "'" + name + "' must be a list of texts");
    }
    return list.stream().map(String.class::cast).toList();
  }
}
