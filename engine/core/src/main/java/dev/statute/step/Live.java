package dev.statute.step;

import dev.statute.step.internal.run.Course;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An instance that changes in place: the same steps as {@link Interpreter#handle} makes, for a host
 * that keeps an instance at hand and makes many of them. Confined to one thread.
 */
public final class Live {
  private final Course course;
  private @Nullable Consumer<Step> observer;

  Live(Course course) {
    this.course = course;
  }

  /** Tells {@code steps} of every step from now on, those that follow by themselves too. */
  public Live observed(Consumer<Step> steps) {
    observer = steps;
    return this;
  }

  /**
   * Gives an event without an id. Where its step is a known one and nobody observes, nothing is
   * allocated.
   */
  public Outcome send(String event, Map<String, ?> data, Instant now) {
    return course.event(event, data, now, observer);
  }

  /** Gives any input. */
  public Outcome give(Input input, Instant now) {
    return course.give(input, now.toEpochMilli(), observer);
  }

  /** The active atomic states. */
  public List<String> configuration() {
    return course.configuration();
  }

  /** The instance as it is now. */
  public Snapshot snapshot() {
    return course.snapshot();
  }
}
