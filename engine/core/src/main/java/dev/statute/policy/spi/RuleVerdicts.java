package dev.statute.policy.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts on a question, in the order of the rules.
 *
 * @param error set if a rule failed; then all verdicts are void and the question fails closed
 */
public record RuleVerdicts(List<RuleVerdict> verdicts, @Nullable RuleError error) {
  /** Empty result. */
  public static final RuleVerdicts NONE = new RuleVerdicts(List.of(), null);

  public RuleVerdicts {
    verdicts = List.copyOf(verdicts);
  }
}
