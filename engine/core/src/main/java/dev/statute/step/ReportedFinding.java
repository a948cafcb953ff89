package dev.statute.step;

import dev.statute.policy.Finding;
import dev.statute.policy.spi.FindingReport;
import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finding that was reported for a record.
 *
 * @param rule {@code pack#rule name}
 * @param place the rule's line; null if the rule has no file
 * @param evidence numbers of the records that led to it, ascending, each 1 or more
 */
public record ReportedFinding(
    Finding finding, String rule, @Nullable Place place, List<Long> evidence) {
  public ReportedFinding {
    evidence = List.copyOf(evidence);
  }

  /** Converts a finding of the progress tracker. */
  public static ReportedFinding of(FindingReport report) {
    return new ReportedFinding(report.finding(), report.rule(), report.place(), report.evidence());
  }
}
