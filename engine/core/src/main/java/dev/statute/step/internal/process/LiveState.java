package dev.statute.step.internal.process;

import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.internal.cache.SnapshotScope;
import dev.statute.step.internal.cache.StepCache;
import dev.statute.step.internal.model.CachedStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Mutable state of one instance. For cached steps only the row and the commit count change; the
 * snapshot is built on demand.
 */
public final class LiveState {
  private final DefaultInterpreter interpreter;
  private final StepCache cache;
  private final SnapshotScope scope;
  private Snapshot base;

  // A number, not a reference, as storing references costs write barriers of the collector.
  private int row;
  private long commits;

  LiveState(DefaultInterpreter engine, StepCache cache, Snapshot snapshot) {
    this.interpreter = engine;
    this.cache = cache;
    scope = cache.newScope();
    base = snapshot;
    row = cache.row(snapshot);
  }

  public Snapshot snapshot() {
    if (commits > 0) {
      base = base.advanceTo(cache.configuration(row), commits);
      commits = 0;
    }
    return base;
  }

  public List<String> configuration() {
    return commits > 0 ? cache.configuration(row).atomicIds() : base.configuration();
  }

  /** Handles an event by its name; without an observer a cached step allocates nothing. */
  public Outcome handleEvent(
      String name, Map<String, ?> data, Instant now, @Nullable Consumer<Step> observer) {
    return handleEvent(cache.eventId(name), name, data, now, observer);
  }

  /**
   * Handles an event by its number.
   *
   * @param signal negative if the chart does not name exactly this event
   */
  public Outcome handleEvent(
      int signal,
      String name,
      Map<String, ?> data,
      Instant now,
      @Nullable Consumer<Step> observer) {
    if (observer == null && row >= 0) {
      CachedStep cached = cache.find(row, signal, base.data(), name, data, scope);
      if (cached != null) {
        row = cached.row();
        commits += cached.commits();
        return cached.outcome();
      }
    }
    return handle(new Input.Event(name, data), now.toEpochMilli(), observer);
  }

  /** Handles an input without the cache. */
  public Outcome handle(Input input, long now, @Nullable Consumer<Step> observer) {
    List<Step> steps = interpreter.handle(snapshot(), input, now);
    Outcome outcome = null;
    for (Step step : steps) {
      if (step.cause() instanceof Cause.External) {
        outcome = step.outcome();
      }
      base = step.snapshot();
      if (observer != null) {
        observer.accept(step);
      }
    }
    row = cache.row(base);
    return Objects.requireNonNull(outcome, "a given input has a step");
  }
}
