package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;

/**
 * Rejects the value that a form field was given. The field is asked again, and the reason is shown
 * as its error.
 *
 * @param field id of the field
 * @param reason reason for the user
 */
public record Refuse(String field, String reason) implements Verdict {
  public Refuse {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(reason, "reason");
  }
}
