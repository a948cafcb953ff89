package dev.statute.step;

import dev.statute.step.internal.cache.SnapshotScope;
import dev.statute.step.internal.cache.StepCache;
import dev.statute.step.internal.model.CachedStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Mutable instance for hosts that make many steps with it. The steps are those of {@link
 * Interpreter#handle}, with one exception: without an observer, the values of the payload of a
 * cached step are not checked, as nothing keeps them. For cached steps only the row and the commit
 * count change; the snapshot is built on demand. Confined to one thread.
 */
public final class LiveInstance {
  private final Chart chart;
  private final Interpreter interpreter;
  private final StepCache cache;
  private final SnapshotScope scope;
  private @Nullable Consumer<Step> observer;
  private Snapshot base;

  // A number, not a reference, as storing references costs write barriers of the collector.
  private int row;
  private long commits;

  LiveInstance(Interpreter interpreter, Snapshot snapshot) {
    this.interpreter = interpreter;
    chart = snapshot.chart();
    cache = interpreter.cache();
    scope = cache.newScope();
    base = snapshot;
    row = cache.row(snapshot);
  }

  /**
   * Registers an observer of all further steps, including those that follow from others. It is told
   * after the last of them, so that the instance has made all even if it throws.
   */
  public LiveInstance observe(Consumer<Step> steps) {
    observer = steps;
    return this;
  }

  /**
   * Handles an event without an id. If its step is cached and no observer is registered, nothing is
   * allocated.
   */
  public Outcome send(String event, Map<String, ?> data, Instant now) {
    return send(cache.eventId(event), event, data, now);
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
    return send(event.eventId(), event.name(), data, now);
  }

  /**
   * Handles an event by its number.
   *
   * @param signal negative if the chart does not name exactly this event
   */
  private Outcome send(int signal, String name, Map<String, ?> data, Instant now) {
    if (observer == null && row >= 0) {
      CachedStep cached = cache.find(row, signal, base.data(), name, data, scope);
      if (cached != null) {
        row = cached.row();
        commits += cached.commits();
        return cached.outcome();
      }
    }
    return handle(new Input.Event(name, data), now);
  }

  /** Handles an input. */
  public Outcome handle(Input input, Instant now) {
    List<Step> steps = interpreter.handle(snapshot(), input, now);
    base = steps.get(steps.size() - 1).snapshot();
    row = cache.row(base);
    if (observer != null) {
      steps.forEach(observer);
    }
    return steps.stream()
        .filter(step -> step.cause() instanceof Cause.External)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a given input has a step"))
        .outcome();
  }

  /** Returns the active atomic states. */
  public List<String> configuration() {
    return commits > 0 ? cache.configuration(row).atomicIds() : base.configuration();
  }

  /** Returns a snapshot of the present state. */
  public Snapshot snapshot() {
    if (commits > 0) {
      base = base.advanceTo(cache.configuration(row), commits);
      commits = 0;
    }
    return base;
  }
}
