package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transition that a step took.
 *
 * @param from the first active atomic state for which it was selected
 * @param source the state it is written on; the chart's name for the root
 * @param kind {@code event}, {@code move}, {@code timer} or {@code internal}
 * @param event name of the event that triggered it; empty for an eventless one
 * @param targets as resolved; empty = targetless
 * @param place of the transition; null for a permitted move, which the chart does not contain
 * @param reason as computed; null = none given
 */
public record TakenTransition(
    String from,
    String source,
    String kind,
    String event,
    List<String> targets,
    @Nullable Place place,
    @Nullable String reason) {
  public TakenTransition {
    targets = List.copyOf(targets);
  }
}
