package dev.statute.progress.internal.state;

import java.util.List;

/**
 * Phase of the work.
 *
 * @param startedMs start by the instance clock
 * @param expectedMs expected duration; 0 if unknown
 * @param endedMs end by the instance clock; -1 while the phase is open
 */
public record PhaseState(
    int number,
    String description,
    long startedMs,
    long expectedMs,
    long endedMs,
    boolean success,
    int filesChanged,
    int testsPassed,
    List<String> blockers,
    PhaseBudget budget) {
  public PhaseState {
    blockers = List.copyOf(blockers);
  }

  public boolean isOpen() {
    return endedMs < 0;
  }

  PhaseState ended(long now, boolean succeeded) {
    return new PhaseState(
        number,
        description,
        startedMs,
        expectedMs,
        now,
        succeeded,
        filesChanged,
        testsPassed,
        blockers,
        budget);
  }

  /** Returns the phase with further files and passed tests, and with other blockers. */
  PhaseState with(int files, int passed, List<String> newBlockers) {
    return new PhaseState(
        number,
        description,
        startedMs,
        expectedMs,
        endedMs,
        success,
        filesChanged + files,
        testsPassed + passed,
        newBlockers,
        budget);
  }

  public long elapsed(long now) {
    return Math.max(0, (isOpen() ? now : endedMs) - startedMs);
  }
}
