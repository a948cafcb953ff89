package dev.statute.step;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the host must carry out after the step is committed, in order. Its idempotency key is the
 * instance's id, {@link Snapshot#sequence()} after the step, and its position in the step's {@link
 * Trace#effects()}. Data is in document order.
 */
public sealed interface Effect {
  /** Tell listeners. */
  record Emit(String type, Map<String, ?> data) implements Effect {}

  /**
   * Tell the event stream that the configuration changed; not repeated where a step's effects are
   * listed. From the active atomic states before to those after a microstep, commas between them.
   */
  record StateChanged(String from, String to, @Nullable String reason) implements Effect {}

  /** Ask a handler; the answer is the event {@code done.call.<handler>} or {@code error.call.…}. */
  record Call(String handler, Map<String, ?> with, boolean optional) implements Effect {}

  /**
   * Deliver an event to another instance, or route it.
   *
   * @param to an instance's id, {@code #parent}, {@code #<id of a running invocation>}, or what the
   *     host makes of it
   * @param id that the send was given
   * @param run of the invocation that {@code to} names; null = it names none that runs
   */
  record Send(String event, Map<String, ?> data, String to, @Nullable String id, @Nullable Long run)
      implements Effect {
    public Send(String event, Map<String, ?> data, String to, @Nullable String id) {
      this(event, data, to, id, null);
    }
  }

  /** Write to the host's log. */
  record Log(String message) implements Effect {}

  /**
   * Start a child chart or a task; the answer is {@code done.invoke.<id>} or {@code
   * error.invoke.<id>}.
   *
   * @param chart name of a chart, or null for a task
   * @param run tells this run from earlier ones of the same id
   */
  record Invoke(
      String id,
      @Nullable String chart,
      @Nullable String task,
      Map<String, ?> with,
      @Nullable Duration timeout,
      @Nullable Retry retry,
      long run)
      implements Effect {}

  /** At most {@code max} times more, after backoff × factor^n. */
  record Retry(int max, Duration backoff, double factor) {}

  /** Stop what {@link Invoke} started: its state was left or the instance ended. */
  record CancelInvoke(String id, long run) implements Effect {}

  /**
   * Give a copy of an external event to a running child.
   *
   * @param sender of the event
   */
  record Forward(
      String id, long run, String event, Map<String, ?> data, Input.@Nullable Sender sender)
      implements Effect {
    public Forward(String id, long run, String event, Map<String, ?> data) {
      this(id, run, event, data, null);
    }
  }
}
