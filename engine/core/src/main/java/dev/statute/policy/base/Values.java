package dev.statute.policy.base;

import dev.statute.policy.Settings;
import dev.statute.policy.base.internal.NullFreeList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named values with typed accessors. Values are never converted, so a condition gives the same
 * result before and after it is compiled. A name may be a dotted path into nested maps. Equality is
 * identity, as the rule engine compares facts. Immutable.
 */
public sealed class Values permits Settings {
  private static final Values NONE = new Values(Map.of());
  private static final List<?> NO_MEMBERS = new NullFreeList<>(List.of());
  private final Map<String, ?> all;

  protected Values(Map<String, ?> all) {
    this.all = all;
  }

  /** Wraps a map, which must not change afterwards. */
  public static Values of(Map<String, ?> all) {
    return all.isEmpty() ? NONE : new Values(all);
  }

  /** Value without conversion, or null. */
  public @Nullable Object value(String name) {
    Object direct = all.get(name);
    if (direct != null || name.indexOf('.') < 0) {
      return direct;
    }
    Object at = all;
    for (String part : name.split("\\.", -1)) {
      if (!(at instanceof Map<?, ?> map)) {
        return null;
      }
      at = map.get(part);
    }
    return at;
  }

  /** True if a value of this name is there and not null. */
  public boolean has(String name) {
    return value(name) != null;
  }

  /** Number of this name, of a decimal the nearest one; NaN if it is absent or not a number. */
  public double num(String name) {
    return value(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** Time of this name in milliseconds since 1970; NaN if it is absent or not a time. */
  public double time(String name) {
    return value(name) instanceof Instant time ? time.toEpochMilli() : Double.NaN;
  }

  /** Text of this name; null if it is absent or not a text. */
  public @Nullable String text(String name) {
    return value(name) instanceof String text ? text : null;
  }

  /** True if the value of this name is {@code true}. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(value(name));
  }

  /** Duration of this name in milliseconds; NaN if it is absent or not a duration. */
  public double duration(String name) {
    return value(name) instanceof Duration duration ? duration.toMillis() : Double.NaN;
  }

  /** List of this name; empty if it is absent or not a list. */
  public List<?> list(String name) {
    return value(name) instanceof List<?> list ? new NullFreeList<>(list) : NO_MEMBERS;
  }

  /** Returns all values, in order. */
  public Map<String, ?> all() {
    return all;
  }

  @Override
  public String toString() {
    return all.toString();
  }
}
