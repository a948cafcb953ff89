package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Allows a move that the chart does not list, or outvotes a {@link Deny} of a lower layer.
 *
 * @param transition the transition or move
 * @param reason reason for people
 */
public record Permit(Transition transition, String reason) implements Verdict {
  public Permit {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(reason, "reason");
  }
}
