package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Replaces the target of a transition. The result is judged again, once; the actions of the
 * original transition are skipped.
 *
 * @param transition the transition or move
 * @param to name of the new target state
 * @param reason reason for people
 */
public record Redirect(Transition transition, String to, String reason) implements Verdict {
  public Redirect {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(reason, "reason");
  }
}
