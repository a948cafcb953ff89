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
 * All of an instance, as a value: an idle one without data is a few words beside what all instances
 * of a chart share. Immutable.
 */
public final class Snapshot {
  private final Chart chart;
  private final String id;
  private final ActiveConfiguration configuration;
  private final Map<String, ?> data;
  private final SnapshotExtras extras;
  private final long started;
  private final long sequence;

  /** Made by the interpreter; hosts get theirs from it, or from {@link #fromMap}. */
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

  /** The instance's id. */
  public String id() {
    return id;
  }

  /** The active atomic states in document order; of a finished instance, where it ended. */
  public List<String> configuration() {
    return configuration.atomicIds();
  }

  /** All active states in document order, ancestors included. */
  public List<String> activeStates() {
    return configuration.ids();
  }

  /** Whether it ended, or never began: everything but records is then rejected. */
  public boolean isDone() {
    return configuration.isDone();
  }

  /** False only after a start that failed: there is no such instance. */
  public boolean exists() {
    return !configuration.active().isEmpty();
  }

  /** What the final state gave; null while it runs, or if it gives nothing. */
  public @Nullable Map<String, ?> output() {
    return extras.output();
  }

  /** The instance's data, in order. */
  public Map<String, ?> data() {
    return data;
  }

  public Instant startedAt() {
    return Instant.ofEpochMilli(started);
  }

  /** How many steps were committed; the start is one. */
  public long sequence() {
    return sequence;
  }

  /** When something happens by itself next, or null. */
  public @Nullable Instant due() {
    long due = extras.pending().isEmpty() ? SnapshotExtras.NEVER : extras.pending().get(0).due();
    long first = Math.min(due, extras.findingDeadline());
    return first == SnapshotExtras.NEVER ? null : Instant.ofEpochMilli(first);
  }

  /** Ids of the running invocations, each with the number of its run. */
  public Map<String, Long> invocations() {
    return extras.invocations();
  }

  /** The events kept for later, oldest first. */
  public List<Input.Event> deferred() {
    return extras.deferred().stream().map(SnapshotExtras.DeferredEvent::event).toList();
  }

  /** The valid values of the chart's fields. */
  public Map<String, ?> fields() {
    return extras.fields().values();
  }

  /** The required fields that a rule waived. */
  public Set<String> waivedFields() {
    return extras.fields().waived();
  }

  /** What is remembered of the records. */
  public ProgressState progress() {
    return extras.progress();
  }

  /** The fencing number that rules and expressions see. */
  public long epoch() {
    return extras.epoch();
  }

  /** The turn that rules and expressions see; empty where there is none. */
  public String turn() {
    return extras.turn();
  }

  /** Whether nothing waits in it: no timer, send or deferred event. */
  public boolean isIdle() {
    return extras.pending().isEmpty()
        && extras.deferred().isEmpty()
        && extras.findingDeadline() == SnapshotExtras.NEVER;
  }

  /** The internal parts, for the interpreter. */
  public ActiveConfiguration activeConfiguration() {
    return configuration;
  }

  /** The internal parts, for the interpreter. */
  public SnapshotExtras extras() {
    return extras;
  }

  /**
   * All of it as maps, lists, texts, numbers and booleans, in a fixed order: the same snapshot
   * gives the same map, and what {@link #fromMap} makes of it gives it again.
   */
  public Map<String, @Nullable Object> toMap() {
    return SnapshotWriter.write(this);
  }

  /**
   * The snapshot that {@link #toMap} gave this.
   *
   * @throws IllegalArgumentException if it is of another chart, version or content, or no snapshot
   */
  public static Snapshot fromMap(Chart chart, Map<String, ?> map) {
    return SnapshotReader.read(chart, map);
  }

  /** The same instance as rules and expressions see it under another fencing number and turn. */
  public Snapshot withFence(long epoch, String turn) {
    return withExtras(extras.withFence(epoch, turn));
  }

  /** The same with other internal parts, for the interpreter. */
  public Snapshot withExtras(SnapshotExtras changed) {
    return new Snapshot(chart, id, configuration, data, changed.orShared(), started, sequence);
  }

  /** The same with the sequence of the one before, for the interpreter. */
  public Snapshot withPreviousSequence() {
    return new Snapshot(chart, id, configuration, data, extras, started, sequence - 1);
  }

  /** The same in another configuration, some commits later, for the interpreter. */
  public Snapshot advanceTo(ActiveConfiguration next, long commits) {
    return new Snapshot(chart, id, next, data, extras, started, sequence + commits);
  }

  /** The same one commit later, for the interpreter. */
  public Snapshot nextCommit(SnapshotExtras changed) {
    return new Snapshot(chart, id, configuration, data, changed.orShared(), started, sequence + 1);
  }
}
