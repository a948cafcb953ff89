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
 * One instance step after step. While steps are known ones and nobody looks at the snapshot, none
 * is made: where the instance is and how far it came is all that changes.
 */
public final class LiveState {
  private final DefaultInterpreter interpreter;
  private final StepCache cache;
  private final SnapshotScope scope;
  private Snapshot base;

  // A number, not a reference: storing that would cost the collector's bookkeeping in each step.
  private int row;
  private long commits;

  LiveState(DefaultInterpreter engine, StepCache memo, Snapshot snapshot) {
    this.interpreter = engine;
    this.cache = memo;
    scope = memo.newScope();
    base = snapshot;
    row = memo.row(snapshot);
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

  /** Gives an event by its name; without an observer a known step allocates nothing. */
  public Outcome handleEvent(
      String name, Map<String, ?> data, Instant now, @Nullable Consumer<Step> observer) {
    return handleEvent(cache.eventId(name), name, data, now, observer);
  }

  /**
   * The same where the number of the event is known.
   *
   * @param signal negative if the chart does not name the event as it stands
   */
  public Outcome handleEvent(
      int signal,
      String name,
      Map<String, ?> data,
      Instant now,
      @Nullable Consumer<Step> observer) {
    if (observer == null && row >= 0) {
      CachedStep jump = cache.find(row, signal, base.data(), name, data, scope);
      if (jump != null) {
        row = jump.row();
        commits += jump.commits();
        return jump.outcome();
      }
    }
    return handle(new Input.Event(name, data), now.toEpochMilli(), observer);
  }

  /** Gives an input the long way. */
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
