package dev.statute.policy;

import java.util.Objects;

/** A required field is not asked. */
public record Waive(String field, String reason) implements Verdict {
  public Waive {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(reason, "reason");
  }
}
