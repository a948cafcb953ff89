package dev.statute.step.internal.run;

import dev.statute.problem.Place;
import dev.statute.step.Input;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event in the internal queue.
 *
 * @param place of what failed, for an error
 * @param byAction whether an action raised it, and not the engine
 * @param sender of the event that could not be sent, for an error
 */
record InternalEvent(
    String name,
    Map<String, ?> data,
    @Nullable Place place,
    Weight weight,
    boolean byAction,
    Input.@Nullable Sender sender) {

  /** What becomes of it, where errors undo a step, if no transition names it. */
  enum Weight {
    /** Whoever listens hears it. */
    EVENT,
    /** Nobody hears it. */
    NOTICE,
    /** The step is undone. */
    ERROR
  }

  boolean mustBeHandled() {
    return weight == Weight.ERROR;
  }
}
