package dev.statute.turns.internal.result;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversion of unknown values. */
public final class ValueMaps {
  private ValueMaps() {}

  /** Converts a value to a map: its entries if it is a map, else none. */
  public static Map<String, @Nullable Object> toMap(@Nullable Object value) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> all.put(String.valueOf(key), each));
    }
    return all;
  }
}
