package dev.statute.step;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request to the host, carried out in order after the step is committed. The idempotency key is the
 * instance's id, {@link Snapshot#sequence()} after the step, and the position in the step's {@link
 * Trace#effects()}. Data is in document order.
 */
public sealed interface Effect {
  /** Notification of listeners. */
  record Emit(String type, Map<String, ?> data) implements Effect {}

  /**
   * Notification of the event stream that the configuration changed; left out where a step's
   * effects are listed. {@code from} and {@code to} are the active atomic states before and after a
   * microstep, separated by commas.
   */
  record StateChanged(String from, String to, @Nullable String reason) implements Effect {}

  /**
   * Call of a handler; the answer is the event {@code done.call.<handler>} or {@code error.call.…}.
   */
  record Call(String handler, Map<String, ?> with, boolean optional) implements Effect {}

  /**
   * Delivery of an event to another instance, or routing by the host.
   *
   * @param to an instance's id, {@code #parent}, {@code #<id of a running invocation>}, or a target
   *     that only the host knows
   * @param id id that the send was given
   * @param run of the invocation that {@code to} names; null = none of that id runs
   */
  record Send(String event, Map<String, ?> data, String to, @Nullable String id, @Nullable Long run)
      implements Effect {
    public Send(String event, Map<String, ?> data, String to, @Nullable String id) {
      this(event, data, to, id, null);
    }
  }

  /** Message for the host's log. */
  record Log(String message) implements Effect {}

  /**
   * Start of a child chart or a task; the answer is {@code done.invoke.<id>} or {@code
   * error.invoke.<id>}.
   *
   * @param chart name of a chart, or null for a task
   * @param run distinguishes this run from earlier ones of the same id
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

  /** Retry policy: at most {@code max} retries, the nth after backoff × factor^n. */
  record Retry(int max, Duration backoff, double factor) {}

  /** Cancellation of an {@link Invoke}, as its state was left or the instance ended. */
  record CancelInvoke(String id, long run) implements Effect {}

  /**
   * Delivery of a copy of an external event to a running child.
   *
   * @param sender of the event
   */
  record Forward(
      String id, long run, String event, Map<String, ?> data, Input.@Nullable Sender sender)
      implements Effect {}
}
