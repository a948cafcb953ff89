package dev.statute.step.internal.codec;

import dev.statute.expr.ValueCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of a stored map, with its name for messages. Absent parts are empty. */
record MapReader(String name, Map<String, ?> map) {
  boolean has(String key) {
    return map.get(key) != null;
  }

  Set<String> keys() {
    return map.keySet();
  }

  @Nullable Object value(String key) {
    return map.get(key);
  }

  String text(String key) {
    if (map.get(key) instanceof String text) {
      return text;
    }
    throw mismatch(key, "a text");
  }

  @Nullable String nullableText(String key) {
    return has(key) ? text(key) : null;
  }

  long number(String key) {
    Object value = map.get(key);
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    throw mismatch(key, "a whole number");
  }

  long number(String key, long absent) {
    return has(key) ? number(key) : absent;
  }

  List<?> list(String key) {
    Object value = map.get(key);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw mismatch(key, "a list");
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (Object each : list(key)) {
      if (!(each instanceof String text)) {
        throw mismatch(key, "a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  MapReader object(String key) {
    Object value = map.get(key);
    if (value == null) {
      return new MapReader(key, Map.of());
    }
    if (value instanceof Map<?, ?> inner) {
      return of(key, inner);
    }
    throw mismatch(key, "a map");
  }

  /** Reads a map of stored values. */
  Map<String, @Nullable Object> values(String key) {
    return ValueCodec.readMap(object(key).map());
  }

  List<MapReader> objects(String key) {
    List<MapReader> parts = new ArrayList<>();
    for (Object each : list(key)) {
      if (!(each instanceof Map<?, ?> inner)) {
        throw mismatch(key, "a list of maps");
      }
      parts.add(of(key, inner));
    }
    return parts;
  }

  private static MapReader of(String name, Map<?, ?> inner) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    inner.forEach((key, value) -> fields.put(String.valueOf(key), value));
    return new MapReader(name, fields);
  }

  private IllegalArgumentException mismatch(String key, String expected) {
    Object value = map.get(key);
    Object found = value instanceof Map ? "a map" : value instanceof List ? "a list" : value;
    return new IllegalArgumentException(
        "'" + key + "' of the " + name + " is " + found + ", not " + expected);
  }
}
