package dev.statute.step.internal.interpret;

import dev.statute.problem.Place;
import dev.statute.step.Input;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Event of the internal queue.
 *
 * @param place of the failure, for an error
 * @param raisedByAction whether an action raised it, and not the engine
 * @param sender of the event that could not be sent, for an error
 */
public record InternalEvent(
    String name,
    Map<String, ?> data,
    @Nullable Place place,
    Severity severity,
    boolean raisedByAction,
    Input.@Nullable Sender sender) {

  /** Severity of an event that no transition names, in charts that roll back on errors. */
  enum Severity {
    /** Event for all transitions that match it. */
    EVENT,
    /** Notice that is dropped if no transition names it. */
    NOTICE,
    /** Error that rolls the step back. */
    ERROR
  }

  boolean mustBeHandled() {
    return severity == Severity.ERROR;
  }
}
