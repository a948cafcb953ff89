package dev.statute.policy;

import java.util.Objects;

/** A veto: the whole step is refused and nothing changes. */
public record Deny(Transition transition, String reason) implements Verdict {
  public Deny {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(reason, "reason");
  }
}
