package dev.statute.policy;

import java.util.Map;

/**
 * The effective settings of a revision: thresholds and switches, each declared by a pack or read by
 * the chart. Durations are {@link java.time.Duration}s. Immutable.
 */
public final class Settings extends Values {
  private static final Settings NONE = new Settings(Map.of());

  private Settings(Map<String, ?> all) {
    super(all);
  }

  /** Wraps a map, which must not change any more. */
  public static Settings of(Map<String, ?> all) {
    return all.isEmpty() ? NONE : new Settings(all);
  }
}
