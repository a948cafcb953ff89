package dev.statute.policy;

import java.util.List;

/**
 * A phase of the work: the current one, and those before it.
 *
 * @param elapsedMs since it started; up to its end if it is complete
 * @param expectedMs 0 if nobody said
 * @param success whether it was completed well
 * @param blockers what stands in its way
 */
public record Phase(
    int number,
    String description,
    long elapsedMs,
    long expectedMs,
    boolean complete,
    boolean success,
    int filesChanged,
    int testsPassed,
    List<String> blockers) {
  public Phase {
    blockers = new NullFreeList<>(List.copyOf(blockers));
  }
}
