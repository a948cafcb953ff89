package dev.statute.policy;

import java.util.Objects;

/** Go to state {@code to} instead; judged again, once. The original's actions are skipped. */
public record Redirect(Transition transition, String to, String reason) implements Verdict {
  public Redirect {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(reason, "reason");
  }
}
