package dev.statute.analysis;

/**
 * How far an analysis goes. What lies beyond is not looked at, and the result says that it is not
 * complete.
 *
 * @param positions different resting positions: a configuration with what its histories remember
 * @param places of one input in one position, between its microsteps
 * @param microsteps that are computed in all
 */
public record SearchLimits(int positions, int places, int microsteps) {
  /** Enough for charts that people write; some seconds at most. */
  public static final SearchLimits DEFAULT = new SearchLimits(20_000, 2_000, 200_000);
}
