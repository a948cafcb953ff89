package dev.statute.progress.internal.tracker;

import dev.statute.policy.Cycle;
import dev.statute.policy.Finding;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.progress.internal.count.CycleDetector;
import dev.statute.progress.internal.count.RepetitionState;
import dev.statute.progress.internal.finding.FindingAdvice;
import dev.statute.progress.internal.finding.FindingLevel;
import dev.statute.progress.internal.finding.FindingUpdater;
import dev.statute.progress.internal.state.TrackerState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings among the verdicts of rules: per pattern and identity the one of the highest level. */
final class FindingCollector {
  private FindingCollector() {}

  static List<ReportedFinding> collect(RuleVerdicts verdicts, TrackerState state) {
    RuleError error = verdicts.error();
    if (error != null) {
      Finding finding = new Finding("rule-error", error.rule(), "hint", 1, error.message());
      return List.of(
          new ReportedFinding(finding, error.rule(), error.place(), List.of(state.records)));
    }
    Map<Integer, ReportedFinding> found = new LinkedHashMap<>();
    for (RuleVerdict verdict : verdicts.verdicts()) {
      if (verdict.verdict() instanceof Finding finding) {
        ReportedFinding report =
            new ReportedFinding(finding, verdict.rule(), verdict.place(), evidence(finding, state));
        found.merge(FindingUpdater.key(finding), report, FindingCollector::higher);
      }
    }
    return List.copyOf(found.values());
  }

  private static ReportedFinding higher(ReportedFinding a, ReportedFinding b) {
    FindingLevel first = FindingLevel.of(a.finding().level());
    return FindingLevel.of(b.finding().level()).compareTo(first) > 0 ? b : a;
  }

  /**
   * Returns the records that show a finding, derived from the ring of the last actions since rules
   * name none. For a cycle these are its laps, as far as the ring goes back. For other findings
   * they are as many actions equal to the newest one as the finding counts, or the last actions if
   * there are fewer.
   */
  private static List<Long> evidence(Finding finding, TrackerState state) {
    for (Cycle cycle : CycleDetector.detect(state.repetition)) {
      if (cycle.identity().equals(finding.identity())) {
        return lastRecords(state.repetition, cycle.period() * cycle.laps(), false);
      }
    }
    if (FindingAdvice.isOfOtherCalls(finding.identity()) || state.repetition.ring.size() == 0) {
      return List.of(state.records);
    }
    int count = Math.max(1, finding.count());
    List<Long> equal = lastRecords(state.repetition, count, true);
    return equal.size() == Math.min(count, RepetitionState.RING)
        ? equal
        : lastRecords(state.repetition, count, false);
  }

  private static List<Long> lastRecords(RepetitionState repetition, int count, boolean equal) {
    List<Long> records = new ArrayList<>();
    for (int ago = 0; ago < repetition.ring.size() && records.size() < count; ago++) {
      if (!equal || repetition.action(ago) == repetition.action(0)) {
        records.add(0, (long) repetition.ring.at(ago, RepetitionState.RECORD));
      }
    }
    return records;
  }
}
