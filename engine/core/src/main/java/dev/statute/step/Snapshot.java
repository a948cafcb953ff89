package dev.statute.step;

import dev.statute.policy.spi.ProgressState;
import dev.statute.step.internal.codec.SnapshotReader;
import dev.statute.step.internal.codec.SnapshotWriter;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.state.SnapshotExtras;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Complete state of an instance, as a value. An idle instance without data takes a few words beside
 * the parts shared by all instances of a chart. Immutable.
 */
public final class Snapshot {
  private final Chart chart;
  private final String id;
  private final ActiveConfiguration configuration;
  private final Map<String, ?> data;
  private final SnapshotExtras extras;
  private final long started;
  private final long sequence;

  /**
   * Creates a snapshot; for the interpreter only. Hosts receive snapshots from it or from {@link
   * #fromMap}.
   */
  public Snapshot(
      Chart chart,
      String id,
      ActiveConfiguration configuration,
      Map<String, ?> data,
      SnapshotExtras rest,
      long started,
      long sequence) {
    this.chart = chart;
    this.id = id;
    this.configuration = configuration;
    this.data = data;
    this.extras = rest;
    this.started = started;
    this.sequence = sequence;
  }

  public Chart chart() {
    return chart;
  }

  /** Returns the instance's id. */
  public String id() {
    return id;
  }

  /** Returns the active atomic states in document order; of a finished instance, the final ones. */
  public List<String> configuration() {
    return configuration.atomicIds();
  }

  /** Returns all active states in document order, ancestors included. */
  public List<String> activeStates() {
    return configuration.ids();
  }

  /**
   * Returns whether the instance ended or never started; all inputs but records are then rejected.
   */
  public boolean isDone() {
    return configuration.isDone();
  }

  /** Returns false only after a failed start: there is no such instance. */
  public boolean exists() {
    return !configuration.active().isEmpty();
  }

  /** Returns the output of the final state; null while the instance runs, or if there is none. */
  public @Nullable Map<String, ?> output() {
    return extras.output();
  }

  /** Returns the instance's data, in order. */
  public Map<String, ?> data() {
    return data;
  }

  public Instant startedAt() {
    return Instant.ofEpochMilli(started);
  }

  /** Returns the number of committed steps; the start is one. */
  public long sequence() {
    return sequence;
  }

  /** Returns the due instant of the next timer or send, or null. */
  public @Nullable Instant due() {
    long due = extras.due();
    return due == SnapshotExtras.NEVER ? null : Instant.ofEpochMilli(due);
  }

  /** Returns the ids of the running invocations, each with the number of its run. */
  public Map<String, Long> invocations() {
    return extras.invocations();
  }

  /** Returns the deferred events, oldest first. */
  public List<Input.Event> deferred() {
    return extras.deferred().stream().map(SnapshotExtras.DeferredEvent::event).toList();
  }

  /** Returns the valid values of the chart's fields. */
  public Map<String, ?> fields() {
    return extras.fields().values();
  }

  /** Returns the required fields that a rule waived. */
  public Set<String> waivedFields() {
    return extras.fields().waived();
  }

  /** Returns the progress of the instance: the state of its record counters. */
  public ProgressState progress() {
    return extras.progress();
  }

  /** Returns the value of the host. */
  public HostFence fence() {
    return extras.fence();
  }

  /** Returns whether the instance has no timer, delayed send or deferred event. */
  public boolean isIdle() {
    return extras.due() == SnapshotExtras.NEVER && extras.deferred().isEmpty();
  }

  /** Returns the internal configuration, for the interpreter. */
  public ActiveConfiguration activeConfiguration() {
    return configuration;
  }

  /** Returns the other internal parts, for the interpreter. */
  public SnapshotExtras extras() {
    return extras;
  }

  /**
   * Returns the snapshot as maps, lists, texts, numbers and booleans, in a fixed order: equal
   * snapshots have equal maps, and {@link #fromMap} restores them.
   */
  public Map<String, @Nullable Object> toMap() {
    return SnapshotWriter.write(this);
  }

  /**
   * Restores a snapshot from the map of {@link #toMap}.
   *
   * @throws IllegalArgumentException if the map is of another chart or version, or no valid
   *     snapshot
   */
  public static Snapshot fromMap(Chart chart, Map<String, ?> map) {
    return SnapshotReader.read(chart, map);
  }

  /** Returns this snapshot with another value of the host, which rules and expressions read. */
  public Snapshot withFence(HostFence fence) {
    return withExtras(extras.withFence(fence));
  }

  /** Returns this snapshot with other internal parts, for the interpreter. */
  public Snapshot withExtras(SnapshotExtras changed) {
    return new Snapshot(chart, id, configuration, data, changed.orShared(), started, sequence);
  }

  /** Returns this snapshot at most one commit after another one, for the interpreter. */
  public Snapshot withOneCommitAfter(Snapshot before) {
    long most = before.sequence + 1;
    return sequence <= most
        ? this
        : new Snapshot(chart, id, configuration, data, extras, started, most);
  }

  /** Returns a snapshot in another configuration, some commits later, for the interpreter. */
  public Snapshot advanceTo(ActiveConfiguration next, long commits) {
    return new Snapshot(chart, id, next, data, extras, started, sequence + commits);
  }

  /** Returns a snapshot one commit later, for the interpreter. */
  public Snapshot nextCommit(SnapshotExtras changed) {
    return new Snapshot(chart, id, configuration, data, changed.orShared(), started, sequence + 1);
  }
}
