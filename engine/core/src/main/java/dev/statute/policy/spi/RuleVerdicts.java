package dev.statute.policy.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the rules said to a question, in the order they said it.
 *
 * @param error set if a rule failed; then no verdict counts and what was asked about fails closed
 */
public record RuleVerdicts(List<RuleVerdict> verdicts, @Nullable RuleError error) {
  /** No rule said anything. */
  public static final RuleVerdicts NONE = new RuleVerdicts(List.of(), null);

  public RuleVerdicts {
    verdicts = List.copyOf(verdicts);
  }
}
