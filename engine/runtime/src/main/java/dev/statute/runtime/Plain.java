package dev.statute.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Copies what a Java program gives into the values that charts know: whole numbers become Long,
 * floats Double, enums and UUIDs text. Nothing else is accepted, and nothing given can be changed
 * afterwards.
 */
final class Plain {
  private Plain() {}

  /**
   * @throws IllegalArgumentException naming the value that is none for a chart
   */
  static Map<String, ?> map(Map<String, ?> values) {
    return map(values, "");
  }

  /** As {@link #map}, of any value. */
  static @Nullable Object value(@Nullable Object value) {
    return value(value, "");
  }

  private static Map<String, @Nullable Object> map(Map<?, ?> values, String path) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          copy.put(name, value(value, path.isEmpty() ? name : path + "." + name));
        });
    return Collections.unmodifiableMap(copy);
  }

  private static @Nullable Object value(@Nullable Object value, String path) {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof Double
        || value instanceof Duration
        || value instanceof Instant) {
      return value;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof UUID || value instanceof Enum) {
      return value.toString();
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, path);
    }
    if (value instanceof Collection<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      for (Object each : list) {
        copy.add(value(each, path + "[" + copy.size() + "]"));
      }
      return Collections.unmodifiableList(copy);
    }
    throw new IllegalArgumentException(
        (path.isEmpty() ? "the value" : "'" + path + "'")
            + " is a "
            + value.getClass().getName()
            + ", which a chart cannot hold; give text, numbers, booleans, durations, instants,"
            + " lists or maps");
  }
}
