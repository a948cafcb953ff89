package dev.statute.telemetry.internal.metric;

import io.micrometer.core.instrument.Tags;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Meters of one name by the values of their labels, at most a given number of them. Names of
 * charts, rules and patterns come from users' files, which may be reloaded without end: beyond the
 * limit all values are replaced by {@code other}, except the first one. Thread-safe.
 */
public final class MeterSet<M> {
  private static final String OTHER = "other";

  private final Map<List<String>, M> meters = new ConcurrentHashMap<>();
  private final AtomicInteger size = new AtomicInteger();
  private final int limit;
  private final String[] labels;
  private final Function<Tags, M> register;

  /**
   * Creates an empty set.
   *
   * @param register registers the meter of these labels
   * @param labels the first one has few values and is kept always
   */
  public MeterSet(int limit, Function<Tags, M> register, String... labels) {
    this.limit = limit;
    this.register = register;
    this.labels = labels.clone();
  }

  /** Returns the meter of the labels' values, in the order of the labels. */
  public M get(String... values) {
    List<String> key = List.of(values);
    M known = meters.get(key);
    if (known != null) {
      return known;
    }
    if (size.get() < limit) {
      return meters.computeIfAbsent(key, this::create);
    }
    String[] rest = values.clone();
    Arrays.fill(rest, Math.min(1, values.length - 1), rest.length, OTHER);
    return meters.computeIfAbsent(List.of(rest), this::create);
  }

  private M create(List<String> values) {
    size.incrementAndGet();
    Tags tags = Tags.empty();
    for (int i = 0; i < labels.length; i++) {
      tags = tags.and(labels[i], values.get(i));
    }
    return register.apply(tags);
  }
}
