package dev.statute.step.internal.run;

import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.SnapshotExtras;
import org.jspecify.annotations.Nullable;

/** The memory of handled ids: the same id twice is one input. */
final class EventDeduplication {
  private EventDeduplication() {}

  /** What an input that was handled before is told, or null. */
  static Outcome.@Nullable Duplicate find(Snapshot snapshot, @Nullable String id) {
    SnapshotExtras.Handled found = id == null ? null : snapshot.rest().handled().find(id);
    return found == null
        ? null
        : new Outcome.Duplicate(snapshot.configuration(), found.outcome(), found.sequence());
  }

  /** The snapshot that remembers this id; what is rejected was not handled. */
  static Snapshot remember(Snapshot before, Snapshot after, @Nullable String id, Outcome outcome) {
    if (id == null || outcome instanceof Outcome.Rejected) {
      return after;
    }
    long sequence = after == before ? before.sequence() + 1 : after.sequence();
    SnapshotExtras.Handled newest = new SnapshotExtras.Handled(id, outcome.kind(), sequence);
    SnapshotExtras rest = after.rest();
    SnapshotExtras next =
        rest.withHandled(rest.handled().with(newest, InterpreterContext.MOST_HANDLED));
    return after == before ? after.next(next) : after.with(next);
  }
}
