package dev.statute.policy;

import java.util.Objects;

/**
 * The value that a field was given is not accepted: it is asked again, and the reason is what its
 * user is told.
 */
public record Refuse(String field, String reason) implements Verdict {
  public Refuse {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(reason, "reason");
  }
}
