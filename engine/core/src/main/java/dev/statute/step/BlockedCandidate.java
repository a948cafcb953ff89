package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Transition that waits for the event and was not enabled.
 *
 * @param source the state it is written on
 * @param when its condition as written; null = none
 * @param value value of the condition: {@code true}, {@code false}, or the error's message
 * @param guard the guard it needs; null = none
 * @param granted whether a rule granted the guard; false also if {@code when} failed first, as
 *     rules are not asked then
 * @param denial reason of a rule that denies the transition though no rule grants it; null = none
 * @param rule the rule that denies it; null = none
 */
public record BlockedCandidate(
    String source,
    List<String> targets,
    Place place,
    @Nullable String when,
    @Nullable String value,
    @Nullable String guard,
    boolean granted,
    @Nullable String denial,
    @Nullable String rule) {
  public BlockedCandidate {
    targets = List.copyOf(targets);
  }

  /** Returns why the transition was not enabled, in one line. */
  public String reason() {
    StringJoiner why = new StringJoiner(", ");
    if (when != null) {
      why.add("when " + when + " is " + value);
    }
    if (guard != null && !granted) {
      why.add("no rule grants " + guard);
    }
    if (denial != null) {
      why.add(rule + " denies it: " + denial);
    }
    return (targets.isEmpty() ? "not in " + source : "not to " + String.join(", ", targets))
        + ": "
        + why;
  }
}
