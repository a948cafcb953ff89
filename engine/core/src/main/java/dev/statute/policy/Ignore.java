package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Consumes the event without a transition; the outcome is {@code ignored}.
 *
 * @param transition the transition
 * @param reason reason for people
 */
public record Ignore(Transition transition, String reason) implements Verdict {
  public Ignore {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(reason, "reason");
  }
}
