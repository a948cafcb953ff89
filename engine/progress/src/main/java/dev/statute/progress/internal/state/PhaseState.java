package dev.statute.progress.internal.state;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Phase of the work.
 *
 * @param startedMs start by the instance clock
 * @param expectedMs expected duration; 0 if unknown
 * @param endedMs end by the instance clock; -1 while the phase is open
 * @param filesChanged different files that changed
 * @param files keys of these files while the phase is open, then none
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
    PhaseBudget budget,
    FileSet files) {
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
        budget,
        FileSet.EMPTY);
  }

  /** Returns the phase with a changed file, which counts once. */
  PhaseState withFile(int key) {
    return files.contains(key)
        ? this
        : with(filesChanged + 1, testsPassed, blockers, files.with(key));
  }

  PhaseState withPassedTest() {
    return with(filesChanged, testsPassed + 1, blockers, files);
  }

  PhaseState withBlockers(List<String> others) {
    return with(filesChanged, testsPassed, others, files);
  }

  private PhaseState with(int count, int passed, List<String> newBlockers, FileSet newFiles) {
    return new PhaseState(
        number,
        description,
        startedMs,
        expectedMs,
        endedMs,
        success,
        count,
        passed,
        newBlockers,
        budget,
        newFiles);
  }

  /** Returns the phase as plain values; instants are texts. */
  public Map<String, Object> describe(long now) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("number", (long) number);
    all.put("description", description);
    all.put("started", Instant.ofEpochMilli(startedMs).toString());
    all.put("expected_ms", expectedMs);
    all.put("elapsed_ms", elapsed(now));
    all.put("complete", !isOpen());
    all.put("success", success);
    all.put("files_changed", (long) filesChanged);
    all.put("tests_passed", (long) testsPassed);
    all.put("blockers", blockers);
    return all;
  }

  public long elapsed(long now) {
    return Math.max(0, (isOpen() ? now : endedMs) - startedMs);
  }
}
