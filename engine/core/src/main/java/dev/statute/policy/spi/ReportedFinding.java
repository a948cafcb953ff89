package dev.statute.policy.spi;

import dev.statute.policy.Finding;
import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finding with the rule that gave it and the records that show it.
 *
 * @param finding its level may be higher than the rule's
 * @param rule {@code pack#rule name}
 * @param place line of the rule in its file; null if the rule has no file
 * @param evidence numbers of the records that led to it, ascending, each 1 or more
 */
public record ReportedFinding(
    Finding finding, String rule, @Nullable Place place, List<Long> evidence) {
  public ReportedFinding {
    evidence = List.copyOf(evidence);
  }
}
