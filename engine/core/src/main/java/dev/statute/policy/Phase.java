package dev.statute.policy;

import dev.statute.policy.base.internal.NullFreeList;
import java.util.List;

/**
 * One phase of the work: the current phase, or one of the last that ended.
 *
 * @param number number of the phase
 * @param description description or name from its record, or empty
 * @param elapsedMs time since it started, up to its end if it is complete
 * @param expectedMs expected duration; 0 if there is none
 * @param complete whether it ended
 * @param success whether it ended with success
 * @param filesChanged different files that changed during the phase
 * @param testsPassed test records that passed during the phase
 * @param blockers obstacles from its record, at most eight
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
