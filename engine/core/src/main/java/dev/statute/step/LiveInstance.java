package dev.statute.step;

import dev.statute.step.internal.process.LiveState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Mutable instance for hosts that make many steps with it. The steps are those of {@link
 * Interpreter#handle}, with one exception: without an observer, the values of the payload of a
 * cached step are not checked, as nothing keeps them. Confined to one thread.
 */
public final class LiveInstance {
  private final Chart chart;
  private final LiveState state;
  private @Nullable Consumer<Step> observer;

  LiveInstance(Chart chart, LiveState course) {
    this.chart = chart;
    this.state = course;
  }

  /** Registers an observer of all further steps, including those that follow from others. */
  public LiveInstance observe(Consumer<Step> steps) {
    observer = steps;
    return this;
  }

  /**
   * Handles an event without an id. If its step is cached and no observer is registered, nothing is
   * allocated.
   */
  public Outcome send(String event, Map<String, ?> data, Instant now) {
    return state.handleEvent(event, data, now, observer);
  }

  /**
   * Handles an event without an id by its handle, which saves the look-up of the name.
   *
   * @throws IllegalArgumentException if the handle is of another chart, or of another compilation
   *     of the same chart
   */
  public Outcome send(EventHandle event, Map<String, ?> data, Instant now) {
    if (event.chart() != chart) {
      throw new IllegalArgumentException(
          "the event '%s' was asked of the chart %s; ask the chart %s for it, as this instance runs that one"
              .formatted(event.name(), event.chart(), chart));
    }
    return state.handleEvent(event.eventId(), event.name(), data, now, observer);
  }

  /** Handles an input. */
  public Outcome handle(Input input, Instant now) {
    return state.handle(input, now.toEpochMilli(), observer);
  }

  /** Returns the active atomic states. */
  public List<String> configuration() {
    return state.configuration();
  }

  /** Returns a snapshot of the present state. */
  public Snapshot snapshot() {
    return state.snapshot();
  }
}
