package dev.statute.policy;

import java.util.Objects;

/** The candidate's guard holds. */
public record Grant(Candidate candidate, String reason) implements Verdict {
  public Grant {
    Objects.requireNonNull(candidate, "candidate");
    Objects.requireNonNull(reason, "reason");
  }
}
