package dev.statute.expr;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Codec of expression values for plain formats: a duration becomes {@code {"$duration": …}}, a
 * timestamp {@code {"$timestamp": …}}, a decimal {@code {"$decimal": …}}, a NaN or infinite double
 * {@code {"$double": …}}, and a map that resembles one of these {@code {"$map": …}}.
 */
public final class ValueCodec {
  private static final String DURATION = "$duration";
  private static final String TIMESTAMP = "$timestamp";
  private static final String DECIMAL = "$decimal";
  private static final String DOUBLE = "$double";
  private static final String MAP = "$map";
  private static final Set<String> TAGS = Set.of(DURATION, TIMESTAMP, DECIMAL, DOUBLE, MAP);

  private ValueCodec() {}

  public static @Nullable Object write(@Nullable Object value) {
    if (value instanceof Duration duration) {
      return Map.of(DURATION, duration.toString());
    }
    if (value instanceof Instant instant) {
      return Map.of(TIMESTAMP, instant.toString());
    }
    if (value instanceof BigDecimal decimal) {
      return Map.of(DECIMAL, DecimalFormat.format(decimal));
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return Map.of(DOUBLE, number.toString());
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> all = new ArrayList<>(list.size());
      list.forEach(member -> all.add(write(member)));
      return all;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> all = writeMap(map);
      return all.size() == 1 && TAGS.containsAll(all.keySet()) ? Map.of(MAP, all) : all;
    }
    return value;
  }

  /** Writes a map with names as keys, which needs no escaping itself. */
  public static Map<String, @Nullable Object> writeMap(Map<?, ?> map) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    map.forEach((key, value) -> all.put(String.valueOf(key), write(value)));
    return all;
  }

  public static @Nullable Object read(@Nullable Object plain) {
    if (plain instanceof Integer number) {
      return number.longValue();
    }
    if (plain instanceof List<?> list) {
      List<@Nullable Object> all = new ArrayList<>(list.size());
      list.forEach(member -> all.add(read(member)));
      return Collections.unmodifiableList(all);
    }
    if (plain instanceof Map<?, ?> map) {
      if (map.size() == 1) {
        if (map.get(DURATION) instanceof String text) {
          return Duration.parse(text);
        }
        if (map.get(TIMESTAMP) instanceof String text) {
          return Instant.parse(text);
        }
        if (map.get(DECIMAL) instanceof String text) {
          return decimal(text);
        }
        if (map.get(DOUBLE) instanceof String text) {
          return Double.valueOf(text);
        }
        if (map.get(MAP) instanceof Map<?, ?> inner) {
          return readMap(inner);
        }
      }
      return readMap(map);
    }
    return plain;
  }

  private static BigDecimal decimal(String text) {
    BigDecimal value = DecimalFormat.parse(text);
    if (value == null) {
      throw new IllegalArgumentException("'" + text + "' is no decimal");
    }
    return value;
  }

  /** Reads the result of {@link #writeMap}. */
  public static Map<String, @Nullable Object> readMap(Map<?, ?> map) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    map.forEach((key, value) -> all.put(String.valueOf(key), read(value)));
    return Collections.unmodifiableMap(all);
  }
}
