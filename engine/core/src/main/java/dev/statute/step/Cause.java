package dev.statute.step;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cause of a step. */
public sealed interface Cause {
  /**
   * Start of the instance.
   *
   * @param data data given at the start, put over the chart's initial data
   * @param at the states in which it started; empty = the chart's initial states
   */
  record Start(Map<String, ?> data, List<String> at) implements Cause {
    /** Creates the cause of a start without data. */
    public Start() {
      this(Map.of(), List.of());
    }
  }

  /** Input from the host. */
  record External(Input input) implements Cause {}

  /** Deferred event that is handled now. */
  record Undeferred(Input.Event event) implements Cause {}

  /**
   * Timer that was due.
   *
   * @param name name of a named timer; {@code <state>.after.<duration>} for the short form
   * @param event event that the timer sends; null = none, or the short form
   */
  record Timer(String name, @Nullable String event, Map<String, ?> data) implements Cause {}

  /** Delayed send of the instance to itself that was due. */
  record Sent(String event, Map<String, ?> data, @Nullable String id) implements Cause {}

  /** Event that a finding raised. */
  record Finding(String event, Map<String, ?> data) implements Cause {}

  /** Cancellation by the invoking instance. */
  record Cancelled() implements Cause {}

  /** Expired time of a phase or exhausted budget of the progress tracker. */
  record PhaseDeadline() implements Cause {}
}
