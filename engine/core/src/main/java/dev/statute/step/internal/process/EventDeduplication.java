package dev.statute.step.internal.process;

import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.internal.state.SnapshotExtras;
import org.jspecify.annotations.Nullable;

/** Deduplication of inputs by their ids. */
public final class EventDeduplication {
  /** Maximum number of remembered ids. */
  private static final int MAX_HANDLED = 64;

  private EventDeduplication() {}

  /** Returns the outcome of an input that was handled before, or null. */
  public static Outcome.@Nullable Duplicate findDuplicate(Snapshot snapshot, @Nullable String id) {
    SnapshotExtras.HandledEvent found = id == null ? null : snapshot.extras().handled().find(id);
    return found == null
        ? null
        : new Outcome.Duplicate(snapshot.configuration(), found.outcome(), found.sequence());
  }

  /** Returns the step with this id recorded; that of a rejected input is not recorded. */
  public static Step recordHandled(Snapshot before, Step step, @Nullable String id) {
    if (id == null || step.outcome() instanceof Outcome.Rejected) {
      return step;
    }
    Snapshot after = step.snapshot();
    long sequence = after == before ? before.sequence() + 1 : after.sequence();
    SnapshotExtras.HandledEvent newest =
        new SnapshotExtras.HandledEvent(id, step.outcome().kind(), sequence);
    SnapshotExtras rest = after.extras();
    SnapshotExtras next = rest.withHandled(rest.handled().withNewest(newest, MAX_HANDLED));
    return new Step(
        step.cause(),
        step.outcome(),
        after == before ? after.nextCommit(next) : after.withExtras(next));
  }
}
