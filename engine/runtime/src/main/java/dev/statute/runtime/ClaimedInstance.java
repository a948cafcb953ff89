package dev.statute.runtime;

import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instance in this engine's hands: what was last committed, and what the next commit must
 * expect.
 *
 * @param events number of the last event of its stream
 * @param life null = there is no instance of that id
 */
record ClaimedInstance(long epoch, long revision, long events, @Nullable LoadedInstance life) {
  /**
   * An instance that exists.
   *
   * @param parent who invoked it; null = the host started it
   */
  record LoadedInstance(Interpreter by, Snapshot snapshot, @Nullable Parent parent) {}

  static ClaimedInstance of(Claim.Absent absent) {
    return new ClaimedInstance(absent.epoch(), absent.revision(), absent.events(), null);
  }

  static ClaimedInstance of(Stored stored, Interpreter by) {
    LoadedInstance life = new LoadedInstance(by, under(by, stored.snapshot()), stored.parent());
    return new ClaimedInstance(stored.epoch(), stored.revision(), stored.events(), life);
  }

  /** The same under an interpreter of another copy of its chart. */
  ClaimedInstance judgedBy(Interpreter by) {
    return life == null || life.by == by
        ? this
        : new ClaimedInstance(
            epoch, revision, events, new LoadedInstance(by, under(by, life.snapshot), life.parent));
  }

  /** After a commit. */
  ClaimedInstance after(LoadedInstance next, long lastEvent) {
    return new ClaimedInstance(Math.max(epoch, 1), revision + 1, lastEvent, next);
  }

  List<String> configuration() {
    return life == null ? List.of() : life.snapshot.configuration();
  }

  /** The snapshot as one of this interpreter's own chart, which may be another copy of the same. */
  static Snapshot under(Interpreter known, Snapshot stored) {
    return stored.chart() == known.chart()
        ? stored
        : Snapshot.fromMap(known.chart(), stored.toMap());
  }
}
