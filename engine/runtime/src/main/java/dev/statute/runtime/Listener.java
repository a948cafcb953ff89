package dev.statute.runtime;

import dev.statute.step.ReportedFinding;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is told what happened, after it was committed; it cannot prevent or change anything. For one
 * instance the calls come one after another in the order of the steps; different instances call at
 * the same time. Calls are made on the instance's thread: return quickly. What a listener throws is
 * logged and hurts nobody else.
 */
public interface Listener {
  /**
   * A step was made: an input, a timer, a send, a finding's event. Refused inputs are steps too.
   */
  default void onStep(String instance, Instant at, Step step) {}

  /**
   * An input was handled, or what was due: all its steps, in order. Told before each of them is
   * told by {@link #onStep}.
   *
   * @param took how long the interpreter took
   */
  default void onHandled(String instance, Instant at, List<Step> steps, Duration took) {}

  /** From and to are active atomic states, commas between them. */
  default void onStateChanged(String instance, String from, String to, @Nullable String reason) {}

  /** The chart emitted something. */
  default void onEmit(String instance, String type, Map<String, ?> data) {}

  /** A record led to a finding: the agent looks stuck, and why. */
  default void onFinding(String instance, ReportedFinding found) {}

  /** The instance ended. */
  default void onFinished(String instance, Snapshot snapshot) {}

  /**
   * An answer came that nobody waits for any more: it was given before, or its state was left. It
   * was acknowledged and changed nothing.
   *
   * @param key of the effect that it answers
   */
  default void onLateAnswer(String instance, String key, String event) {}

  /**
   * A handler threw, failed, gave no reply or was late, or nobody registered one. Told once for
   * each attempt, on a thread that is no instance's; the chart hears of the last one as an event.
   *
   * @param call of whom, by which instance, and the attempt
   */
  default void onHandlerFailed(Call call, Throwable error) {}

  /**
   * A step of the instance takes longer than steps should: its rules, a listener or the store hold
   * it up. Told once for each, while it is under way, and beside it on another thread.
   */
  default void onSlowStep(String instance, Duration soFar) {}

  /** Steps of the instance failed so often that it was set aside. */
  default void onParked(String instance, String reason) {}

  /** A send found neither an instance nor a router that takes it. */
  default void onUndelivered(String instance, String to, String event) {}
}
