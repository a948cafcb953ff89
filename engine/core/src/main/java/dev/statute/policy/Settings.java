package dev.statute.policy;

import dev.statute.policy.base.Values;
import java.util.Map;

/**
 * Effective settings: thresholds and switches that a pack declares or the chart reads.
 *
 * <p>A duration is a {@link java.time.Duration}. Immutable.
 */
public final class Settings extends Values {
  private static final Settings NONE = new Settings(Map.of());

  private Settings(Map<String, ?> all) {
    super(all);
  }

  /** Wraps a map, which must not change afterwards. */
  public static Settings of(Map<String, ?> all) {
    return all.isEmpty() ? NONE : new Settings(all);
  }
}
