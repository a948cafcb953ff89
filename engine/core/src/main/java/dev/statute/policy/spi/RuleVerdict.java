package dev.statute.policy.spi;

import dev.statute.policy.base.Verdict;
import dev.statute.problem.Place;
import java.util.List;

/**
 * Verdict with the rule that gave it.
 *
 * @param rule {@code pack#rule name}
 * @param place the rule's line in its file
 * @param facts the facts the rule matched
 */
public record RuleVerdict(
    Verdict verdict, String rule, Place place, Layer layer, List<Object> facts) {
  public RuleVerdict {
    facts = List.copyOf(facts);
  }
}
