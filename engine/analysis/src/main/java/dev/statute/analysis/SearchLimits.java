package dev.statute.analysis;

/**
 * Limits of an exploration. A result that reached one of them is marked as incomplete.
 *
 * @param states resting states: configurations with the values of their histories
 * @param intermediateStates states between the microsteps of one input in one state
 * @param microsteps microsteps computed in all
 */
public record SearchLimits(int states, int intermediateStates, int microsteps) {
  /** Limits that charts written by hand stay within; a few seconds at most. */
  public static final SearchLimits DEFAULT = new SearchLimits(20_000, 2_000, 200_000);

  /** Returns limits for a number of states, the others in proportion, but not below the default. */
  public static SearchLimits ofStates(int states) {
    return new SearchLimits(
        states, scale(DEFAULT.intermediateStates, states), scale(DEFAULT.microsteps, states));
  }

  private static int scale(int limit, int states) {
    long scaled = (long) limit * states / DEFAULT.states;
    return (int) Math.min(Math.max(limit, scaled), Integer.MAX_VALUE);
  }
}
