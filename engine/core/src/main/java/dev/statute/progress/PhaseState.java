package dev.statute.progress;

import java.util.List;

/**
 * A phase as the tracker keeps it.
 *
 * @param startedMs instance clock
 * @param expectedMs 0 if nobody said
 * @param endedMs -1 while it runs
 */
record PhaseState(
    int number,
    String description,
    long startedMs,
    long expectedMs,
    long endedMs,
    boolean success,
    int filesChanged,
    int testsPassed,
    List<String> blockers,
    PhaseBudget allowance) {
  PhaseState {
    blockers = List.copyOf(blockers);
  }

  boolean open() {
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
        allowance);
  }

  PhaseState with(int files, int passed, List<String> standing) {
    return new PhaseState(
        number,
        description,
        startedMs,
        expectedMs,
        endedMs,
        success,
        filesChanged + files,
        testsPassed + passed,
        standing,
        allowance);
  }

  long elapsed(long now) {
    return Math.max(0, (open() ? now : endedMs) - startedMs);
  }
}
