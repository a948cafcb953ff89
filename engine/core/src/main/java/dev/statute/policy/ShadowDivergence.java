package dev.statute.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something on which shadow rules would have decided otherwise than the real ones.
 *
 * @param instance id of the instance
 * @param about the transition, the candidate, or null if it is about a record or open fields
 * @param real what came of it, such as {@code taken}, {@code denied}, {@code granted}
 * @param shadow what would have come of it
 * @param realRulings all that the real rules said to the question
 * @param shadowRulings the same of the shadow rules; about copies of what was asked about
 * @param error set if the shadow rules failed; a shadow that is given up says so here, too
 */
public record ShadowDivergence(
    String instance,
    @Nullable Proposal about,
    String real,
    String shadow,
    List<RuleVerdict> realRulings,
    List<RuleVerdict> shadowRulings,
    @Nullable RuleError error) {
  public ShadowDivergence {
    realRulings = List.copyOf(realRulings);
    shadowRulings = List.copyOf(shadowRulings);
  }

  /** The rules that make the difference: the shadow's, or if it has none to say, the real ones. */
  public List<String> rules() {
    if (error != null) {
      return List.of(error.rule());
    }
    List<RuleVerdict> speaking = shadowRulings.isEmpty() ? realRulings : shadowRulings;
    return speaking.stream().map(RuleVerdict::rule).distinct().toList();
  }
}
