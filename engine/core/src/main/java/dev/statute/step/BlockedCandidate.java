package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A transition that listens to the event and was not enabled.
 *
 * @param source the state it is written on
 * @param when its condition as written; null = none
 * @param value what the condition came to: {@code true}, {@code false}, or the error's message
 * @param guard the permission it needs; null = none
 * @param granted whether a rule granted it; false also where {@code when} kept it from being asked
 */
public record BlockedCandidate(
    String source,
    List<String> targets,
    Place place,
    @Nullable String when,
    @Nullable String value,
    @Nullable String guard,
    boolean granted) {
  public BlockedCandidate {
    targets = List.copyOf(targets);
  }

  /** What kept it, in one line. */
  public String reason() {
    StringJoiner why = new StringJoiner(", ");
    if (when != null) {
      why.add("when " + when + " is " + value);
    }
    if (guard != null && !granted) {
      why.add("no rule grants " + guard);
    }
    return (targets.isEmpty() ? "not in " + source : "not to " + String.join(", ", targets))
        + ": "
        + why;
  }
}
