package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Lets the guard of a candidate hold.
 *
 * @param candidate the candidate
 * @param reason reason for people
 */
public record Grant(Candidate candidate, String reason) implements Verdict {
  public Grant {
    Objects.requireNonNull(candidate, "candidate");
    Objects.requireNonNull(reason, "reason");
  }
}
