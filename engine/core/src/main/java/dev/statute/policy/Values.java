package dev.statute.policy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named values with typed accessors, for rules: never coerced, so that a condition means the same
 * in its first and in its ten-thousandth evaluation. A name may be a dotted path into nested maps.
 * Immutable; equality is identity, as facts are compared by the rule engine.
 */
public sealed class Values permits Settings {
  private static final Values NONE = new Values(Map.of());
  private static final List<?> NO_MEMBERS = new NullFreeList<>(List.of());
  private final Map<String, ?> all;

  Values(Map<String, ?> all) {
    this.all = all;
  }

  /** Wraps a map, which must not change any more. */
  public static Values of(Map<String, ?> all) {
    return all.isEmpty() ? NONE : new Values(all);
  }

  /** The value as it is, or null. */
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

  /** Whether there is a value that is not null. */
  public boolean has(String name) {
    return value(name) != null;
  }

  /**
   * The number called {@code name}; NaN if it is absent or no number, so that every comparison with
   * it is false.
   */
  public double num(String name) {
    return value(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** The text called {@code name}, or null if it is absent or no text. */
  public @Nullable String text(String name) {
    return value(name) instanceof String text ? text : null;
  }

  /** Whether {@code name} is the boolean true. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(value(name));
  }

  /** The duration called {@code name} in milliseconds; NaN if it is absent or no duration. */
  public double duration(String name) {
    return value(name) instanceof Duration duration ? duration.toMillis() : Double.NaN;
  }

  /** The list called {@code name}; empty if it is absent or no list. */
  public List<?> list(String name) {
    return value(name) instanceof List<?> list ? new NullFreeList<>(list) : NO_MEMBERS;
  }

  /** All values, in order. */
  public Map<String, ?> all() {
    return all;
  }

  @Override
  public String toString() {
    return all.toString();
  }
}
