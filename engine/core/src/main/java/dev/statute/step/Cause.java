package dev.statute.step;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a step was made. */
public sealed interface Cause {
  /**
   * The instance began.
   *
   * @param data what it was given over the chart's initial data
   * @param at the states it began to rest in; empty: where the chart begins
   */
  record Start(Map<String, ?> data, List<String> at) implements Cause {
    /** With nothing given. */
    public Start() {
      this(Map.of(), List.of());
    }
  }

  /** It was asked from outside. */
  record External(Input input) implements Cause {}

  /** A deferred event was taken up again. */
  record Undeferred(Input.Event event) implements Cause {}

  /**
   * A timer was due.
   *
   * @param name a named timer's; {@code <state>.after.<duration>} for the short form
   * @param event what it sends; null = nothing, or the short form
   */
  record Timer(String name, @Nullable String event, Map<String, ?> data) implements Cause {}

  /** A send to itself was due. */
  record Sent(String event, Map<String, ?> data, @Nullable String id) implements Cause {}

  /** A finding raised its event. */
  record Finding(String event, Map<String, ?> data) implements Cause {}

  /** Whoever invoked it does not need it any more. */
  record Cancelled() implements Cause {}

  /** The time of a phase or a budget of the progress tracker ran out. */
  record PhaseDeadline() implements Cause {}
}
