package dev.statute.policy;

import java.util.Objects;

/** Widens the table for an unlisted move, or outvotes a {@link Deny} of a lower layer. */
public record Permit(Transition transition, String reason) implements Verdict {
  public Permit {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(reason, "reason");
  }
}
