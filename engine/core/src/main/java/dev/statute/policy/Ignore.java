package dev.statute.policy;

import java.util.Objects;

/** The event is consumed and nothing happens. */
public record Ignore(Transition transition, String reason) implements Verdict {
  public Ignore {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(reason, "reason");
  }
}
