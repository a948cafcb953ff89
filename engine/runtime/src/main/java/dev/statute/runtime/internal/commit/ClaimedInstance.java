package dev.statute.runtime.internal.commit;

import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instance that this engine holds: its last committed state, and what the next commit expects.
 *
 * @param lastEvent number of the last event of its stream
 * @param instance null = there is no instance of that id
 */
public record ClaimedInstance(
    long epoch, long revision, long lastEvent, @Nullable LoadedInstance instance) {
  /**
   * Instance that exists.
   *
   * @param parent invocation that started it; null = the host started it
   */
  public record LoadedInstance(
      Interpreter interpreter, Snapshot snapshot, @Nullable Parent parent) {}

  public static ClaimedInstance of(Claim.Absent absent) {
    return new ClaimedInstance(absent.epoch(), absent.revision(), absent.events(), null);
  }

  public static ClaimedInstance of(Stored stored, Interpreter by) {
    LoadedInstance life = new LoadedInstance(by, rebind(by, stored.snapshot()), stored.parent());
    return new ClaimedInstance(stored.epoch(), stored.revision(), stored.events(), life);
  }

  /** Returns this instance under an interpreter of another copy of its chart. */
  public ClaimedInstance withInterpreter(Interpreter by) {
    return instance == null || instance.interpreter == by
        ? this
        : new ClaimedInstance(
            epoch,
            revision,
            lastEvent,
            new LoadedInstance(by, rebind(by, instance.snapshot), instance.parent));
  }

  /** Returns the state after a commit. */
  public ClaimedInstance afterCommit(LoadedInstance next, long lastEvent) {
    return new ClaimedInstance(Math.max(epoch, 1), revision + 1, lastEvent, next);
  }

  public List<String> configuration() {
    return instance == null ? List.of() : instance.snapshot.configuration();
  }

  /**
   * Returns the snapshot bound to this interpreter's chart, which may be another copy of an equal
   * chart.
   */
  public static Snapshot rebind(Interpreter known, Snapshot stored) {
    return stored.chart() == known.chart()
        ? stored
        : Snapshot.fromMap(known.chart(), stored.toMap());
  }
}
