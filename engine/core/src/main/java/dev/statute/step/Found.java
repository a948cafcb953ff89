package dev.statute.step;

import dev.statute.policy.Finding;
import dev.statute.policy.Ruling;
import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A finding on a record.
 *
 * @param rule {@code pack#rule name}
 * @param place the rule's line; null where no file holds it
 * @param evidence numbers of the records it was concluded from, ascending, each 1 or more
 */
public record Found(Finding finding, String rule, @Nullable Place place, List<Long> evidence) {
  public Found {
    evidence = List.copyOf(evidence);
  }

  static Found of(Ruling ruling, Finding finding, List<Long> evidence) {
    return new Found(finding, ruling.rule(), ruling.place(), evidence);
  }
}
