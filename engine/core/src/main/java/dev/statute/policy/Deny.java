package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Vetoes a transition: the whole step is refused and nothing changes.
 *
 * @param transition the transition or move
 * @param reason reason for people
 */
public record Deny(Transition transition, String reason) implements Verdict {
  public Deny {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(reason, "reason");
  }
}
