package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Skips a required form field: it is not asked.
 *
 * @param field id of the field
 * @param reason reason for people
 */
public record Waive(String field, String reason) implements Verdict {
  public Waive {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(reason, "reason");
  }
}
