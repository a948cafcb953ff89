package dev.statute.telemetry;

import dev.statute.expr.DurationFormat;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.telemetry.internal.resource.ByteSize;
import dev.statute.telemetry.internal.resource.WatchedResource;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits of resources, as the setting {@code resource_limits} of a chart gives them. Immutable.
 *
 * <p>The setting is a map: {@code cpu} (cores in use), {@code memory} (bytes in use), {@code
 * memory_free} and {@code disk_free} (bytes that must stay free) are numbers or sizes such as
 * {@code 2g}; {@code interval} (5s), {@code patience} (10s) and {@code margin} (0.1) are optional.
 */
public final class ResourceLimits {
  private static final String SETTING = "resource_limits";
  private static final List<String> OPTIONS = List.of("interval", "patience", "margin");
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final double MARGIN = 0.1;

  private final Map<WatchedResource, Double> limits;
  private final Duration interval;
  private final Duration patience;
  private final double margin;

  private ResourceLimits(
      Map<WatchedResource, Double> limits, Duration interval, Duration patience, double margin) {
    this.limits = limits;
    this.interval = interval;
    this.patience = patience;
    this.margin = margin;
  }

  /**
   * Reads the limits among the settings of a chart; other settings are ignored.
   *
   * @throws IllegalArgumentException if one of them has no meaning; the message names it
   */
  public static ResourceLimits of(Map<String, ?> settings) {
    Object value = settings.get(SETTING);
    if (value != null && !(value instanceof Map<?, ?>)) {
      throw new IllegalArgumentException(
          "setting " + SETTING + " is " + value + ", expected a map");
    }
    Map<?, ?> given = value instanceof Map<?, ?> map ? map : Map.of();
    EnumMap<WatchedResource, Double> limits = new EnumMap<>(WatchedResource.class);
    given.forEach(
        (name, limit) -> {
          if (!OPTIONS.contains(String.valueOf(name))) {
            limits.put(resource(name), limit(name, limit));
          }
        });
    Duration interval = duration(given, "interval", INTERVAL);
    if (interval.isZero()) {
      throw new IllegalArgumentException("setting " + SETTING + ".interval is 0s, must be longer");
    }
    return new ResourceLimits(
        limits, interval, duration(given, "patience", PATIENCE), margin(given));
  }

  /** Returns whether no resource has a limit. */
  public boolean isEmpty() {
    return limits.isEmpty();
  }

  /** Returns the time between two readings. */
  public Duration interval() {
    return interval;
  }

  /** Returns how long a limit must be exceeded, or kept again, before that is reported. */
  public Duration patience() {
    return patience;
  }

  /** Returns the part of a limit by which usage must be below it before it counts as kept again. */
  public double margin() {
    return margin;
  }

  Map<WatchedResource, Double> limits() {
    return limits;
  }

  private static WatchedResource resource(Object name) {
    String text = String.valueOf(name);
    for (WatchedResource each : WatchedResource.values()) {
      if (each.text().equals(text)) {
        return each;
      }
    }
    List<String> names = Stream.of(WatchedResource.values()).map(WatchedResource::text).toList();
    throw new IllegalArgumentException(
        "setting "
            + SETTING
            + " has '"
            + text
            + "'; "
            + SpellingSuggestion.fix(text, names, "known are " + names));
  }

  private static double limit(Object name, @Nullable Object value) {
    double limit =
        value instanceof Number number
            ? number.doubleValue()
            : value instanceof String text ? ByteSize.parse(text) : -1;
    if (!(limit > 0) || Double.isInfinite(limit)) {
      throw new IllegalArgumentException(
          "setting " + SETTING + "." + name + " is " + value + ", expected a number or a size");
    }
    return limit;
  }

  private static double margin(Map<?, ?> given) {
    Object value = given.get("margin");
    double margin =
        value == null ? MARGIN : value instanceof Number number ? number.doubleValue() : -1;
    if (!(margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "setting " + SETTING + ".margin is " + value + ", expected a part from 0 to 1");
    }
    return margin;
  }

  private static Duration duration(Map<?, ?> map, String name, Duration usual) {
    Object value = map.get(name);
    Duration given =
        value == null
            ? usual
            : value instanceof Duration known
                ? known
                : value instanceof String text ? DurationFormat.parse(text.strip()) : null;
    if (given == null || given.isNegative()) {
      throw new IllegalArgumentException(
          "setting " + SETTING + "." + name + " is " + value + ", expected a duration such as 10s");
    }
    return given;
  }
}
