package dev.statute.runtime;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Observer of committed steps; it cannot prevent or change them. Calls for one instance are
 * sequential, in the order of the steps; calls for different instances are concurrent. They run on
 * the thread of the instance and must return quickly. Exceptions are logged and affect no other
 * listener.
 */
public interface Listener {
  /** Reports a step: an input, a timer, a send, a finding's event. Refused inputs are steps too. */
  default void onStep(String instance, Instant at, Step step) {}

  /**
   * Reports a handled input, or due timers, with all steps in order. Precedes {@link #onStep} of
   * each of them.
   *
   * @param took duration of the interpreter's work
   */
  default void onHandled(String instance, Instant at, List<Step> steps, Duration took) {}

  /**
   * Reports a change of state; {@code from} and {@code to} are active atomic states, separated by
   * commas.
   */
  default void onStateChanged(String instance, String from, String to, @Nullable String reason) {}

  /** Reports an {@code emit} of the chart. */
  default void onEmit(String instance, String type, Map<String, ?> data) {}

  /** Reports a finding from a record: the agent seems stuck, with the reason. */
  default void onFinding(String instance, ReportedFinding found) {}

  /** Reports the end of an instance. */
  default void onFinished(String instance, Snapshot snapshot) {}

  /**
   * Reports an answer that is no longer awaited: it was given before, or its state was left. It was
   * acknowledged and changed nothing.
   *
   * @param key of the effect that it answers
   */
  default void onLateAnswer(String instance, String key, String event) {}

  /**
   * Reports a handler that threw, failed, gave no reply or was late, or that is not registered.
   * Called once per attempt, on a thread outside the instances; the chart receives the last failure
   * as an event.
   *
   * @param call the request, its instance and the attempt
   */
  default void onHandlerFailed(Call call, Throwable error) {}

  /**
   * Reports a step over the limit: rules, a listener or the store delay it. Called once per step,
   * while it is under way, on another thread.
   */
  default void onSlowStep(String instance, Duration soFar) {}

  /** Reports an instance that is parked after repeated failures of its steps. */
  default void onParked(String instance, String reason) {}

  /**
   * Reports an instance that this worker took over: another one held it, or an earlier process of
   * this one, and never released it.
   *
   * @param previous name of that worker
   */
  default void onTakeover(String instance, String previous) {}

  /** Reports a send without an instance or router that accepts it. */
  default void onUndelivered(String instance, String to, String event) {}
}
