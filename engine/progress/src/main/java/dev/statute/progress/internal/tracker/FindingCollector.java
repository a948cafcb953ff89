package dev.statute.progress.internal.tracker;

import dev.statute.policy.Finding;
import dev.statute.policy.spi.FindingReport;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
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

  static List<FindingReport> collect(RuleVerdicts verdicts, TrackerState state) {
    RuleError error = verdicts.error();
    if (error != null) {
      Finding finding = new Finding("rule-error", error.rule(), "hint", 1, error.message());
      return List.of(
          new FindingReport(finding, error.rule(), error.place(), List.of(state.records)));
    }
    Map<Integer, FindingReport> found = new LinkedHashMap<>();
    for (RuleVerdict verdict : verdicts.verdicts()) {
      if (verdict.verdict() instanceof Finding finding) {
        FindingReport report =
            new FindingReport(
                finding, verdict.rule(), verdict.place(), FindingEvidence.of(finding, state));
        found.merge(FindingUpdater.key(finding), report, FindingCollector::higher);
      }
    }
    return new ArrayList<>(found.values());
  }

  private static FindingReport higher(FindingReport a, FindingReport b) {
    FindingLevel first = FindingLevel.of(a.finding().level());
    return FindingLevel.of(b.finding().level()).compareTo(first) > 0 ? b : a;
  }
}
