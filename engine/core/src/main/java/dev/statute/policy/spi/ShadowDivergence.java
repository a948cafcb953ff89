package dev.statute.policy.spi;

import dev.statute.policy.Proposal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something on which shadow rules would have decided otherwise than the real ones.
 *
 * @param instance id of the instance
 * @param subject the transition, the candidate, or null if it is about a record or open fields
 * @param real what came of it, such as {@code taken}, {@code denied}, {@code granted}
 * @param shadow what would have come of it
 * @param realVerdicts all that the real rules said to the question
 * @param shadowVerdicts the same of the shadow rules; about copies of what was asked about
 * @param error set if the shadow rules failed; a shadow that is given up says so here, too
 */
public record ShadowDivergence(
    String instance,
    @Nullable Proposal subject,
    String real,
    String shadow,
    List<RuleVerdict> realVerdicts,
    List<RuleVerdict> shadowVerdicts,
    @Nullable RuleError error) {
  public ShadowDivergence {
    realVerdicts = List.copyOf(realVerdicts);
    shadowVerdicts = List.copyOf(shadowVerdicts);
  }

  /** The rules that make the difference: the shadow's, or if it has none to say, the real ones. */
  public List<String> rules() {
    if (error != null) {
      return List.of(error.rule());
    }
    List<RuleVerdict> speaking = shadowVerdicts.isEmpty() ? realVerdicts : shadowVerdicts;
    return speaking.stream().map(RuleVerdict::rule).distinct().toList();
  }
}
