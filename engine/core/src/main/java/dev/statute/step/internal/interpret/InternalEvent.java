package dev.statute.step.internal.interpret;

import dev.statute.problem.Place;
import dev.statute.step.Input;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event in the internal queue.
 *
 * @param place of what failed, for an error
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

  /** What becomes of it, where errors undo a step, if no transition names it. */
  enum Severity {
    /** Whoever listens hears it. */
    EVENT,
    /** Nobody hears it. */
    NOTICE,
    /** The step is undone. */
    ERROR
  }

  boolean mustBeHandled() {
    return severity == Severity.ERROR;
  }
}
