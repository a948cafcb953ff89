package dev.statute.step;

import dev.statute.step.internal.process.LiveState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An instance that changes in place: the same steps as {@link Interpreter#handle} makes, for a host
 * that keeps an instance at hand and makes many of them. Confined to one thread.
 */
public final class LiveInstance {
  private final Chart chart;
  private final LiveState state;
  private @Nullable Consumer<Step> observer;

  LiveInstance(Chart chart, LiveState course) {
    this.chart = chart;
    this.state = course;
  }

  /** Tells {@code steps} of every step from now on, those that follow by themselves too. */
  public LiveInstance observe(Consumer<Step> steps) {
    observer = steps;
    return this;
  }

  /**
   * Gives an event without an id. Where its step is a known one and nobody observes, nothing is
   * allocated.
   */
  public Outcome send(String event, Map<String, ?> data, Instant now) {
    return state.handleEvent(event, data, now, observer);
  }

  /**
   * Gives an event without an id by its handle, which spares looking its name up.
   *
   * @throws IllegalArgumentException if the handle is of another chart, or of the same one compiled
   *     anew
   */
  public Outcome send(EventHandle event, Map<String, ?> data, Instant now) {
    if (event.chart() != chart) {
      throw new IllegalArgumentException(
          "the event '%s' was asked of the chart %s; ask the chart %s for it, as this instance runs that one"
              .formatted(event.name(), event.chart(), chart));
    }
    return state.handleEvent(event.eventId(), event.name(), data, now, observer);
  }

  /** Gives any input. */
  public Outcome handle(Input input, Instant now) {
    return state.handle(input, now.toEpochMilli(), observer);
  }

  /** The active atomic states. */
  public List<String> configuration() {
    return state.configuration();
  }

  /** The instance as it is now. */
  public Snapshot snapshot() {
    return state.snapshot();
  }
}
