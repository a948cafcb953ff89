package dev.statute.policy.spi;

import dev.statute.policy.Proposal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Difference between the decisions of the shadow policy and the real one.
 *
 * @param instance id of the instance
 * @param subject the transition or candidate; null for a record or open fields
 * @param real actual result, such as {@code taken}, {@code denied}, {@code granted}
 * @param shadow result under the shadow policy
 * @param realVerdicts all verdicts of the real policy on the question
 * @param shadowVerdicts all verdicts of the shadow policy; they refer to copies of the proposals
 * @param error set if the shadow policy failed or was disabled
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

  /**
   * Returns the rules that cause the difference: those of the shadow, else those of the real
   * policy.
   */
  public List<String> rules() {
    if (error != null) {
      return List.of(error.rule());
    }
    List<RuleVerdict> verdicts = shadowVerdicts.isEmpty() ? realVerdicts : shadowVerdicts;
    return verdicts.stream().map(RuleVerdict::rule).distinct().toList();
  }
}
