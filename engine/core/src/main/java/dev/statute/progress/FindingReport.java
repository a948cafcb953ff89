package dev.statute.progress;

import dev.statute.policy.Finding;
import dev.statute.problem.Place;
import java.util.List;

/**
 * A finding that is reported.
 *
 * @param finding with the level that is reported, which may be higher than the rule's
 * @param rule {@code pack#rule name}
 * @param place the rule's line in its file
 * @param evidence numbers of the records that show it, the tracker's count from 1, rising
 */
public record FindingReport(Finding finding, String rule, Place place, List<Long> evidence) {
  public FindingReport {
    evidence = List.copyOf(evidence);
  }
}
