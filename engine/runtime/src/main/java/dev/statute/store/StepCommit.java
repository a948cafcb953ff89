package dev.statute.store;

import dev.statute.step.Effect;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.internal.CommitContents;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builder of one {@link Commit} of an instance. Engines, runs on a store and migrations all build
 * their commits here, so that each derives stream events and pending effects from steps in the same
 * way. Confined to one thread.
 */
public final class StepCommit {
  private final String id;
  private final Worker worker;
  private final Instant at;
  private final long epoch;
  private final long revision;
  private final CommitContents contents;
  private final Set<String> settled = new LinkedHashSet<>();
  private @Nullable Parent parent;
  private List<Handled> handled = List.of();
  private boolean begins;
  private @Nullable Snapshot ended;

  /**
   * Starts a commit without contents.
   *
   * @param worker holder of the instance
   * @param epoch expected epoch of the instance
   * @param revision expected revision, before the commit
   * @param lastEvent number of the last event of its stream before the commit
   * @param pending effects of the instance that are not settled before the commit
   */
  public StepCommit(
      String id,
      Worker worker,
      Instant at,
      long epoch,
      long revision,
      long lastEvent,
      Collection<Pending> pending) {
    this.id = id;
    this.worker = worker;
    this.at = at;
    this.epoch = epoch;
    this.revision = revision;
    this.contents = new CommitContents(id, at, revision + 1, lastEvent, pending);
  }

  /**
   * Adds the stream events and effects of steps.
   *
   * @param additional effects beside those of the steps
   */
  public StepCommit steps(List<Step> steps, List<Effect> additional) {
    contents.addSteps(steps, additional);
    return this;
  }

  /** Adds an event without a step to the stream. */
  public StepCommit event(String type, Map<String, ?> data) {
    contents.addEvent(type, data, Map.of());
    return this;
  }

  /** Sets the invocation that the instance answers; null = the host started the instance. */
  public StepCommit parent(@Nullable Parent invocation) {
    parent = invocation;
    return this;
  }

  /** Settles effects of earlier commits, by key. */
  public StepCommit settle(Collection<String> keys) {
    settled.addAll(keys);
    return this;
  }

  /** Sets the events with an id that the commit handles. */
  public StepCommit handled(List<Handled> events) {
    handled = List.copyOf(events);
    return this;
  }

  /**
   * Makes the commit begin a new life.
   *
   * @param previous the ended life that it replaces; null = there was none
   */
  public StepCommit begin(@Nullable Snapshot previous) {
    begins = true;
    ended = previous;
    return this;
  }

  /** Returns the commit with this snapshot of the instance. */
  public Commit toCommit(Snapshot after) {
    return new Commit(
        id,
        epoch,
        revision,
        after,
        begins,
        parent,
        worker,
        at,
        contents.stream(),
        contents.pending(),
        settled(),
        handled,
        ended);
  }

  /** Returns the keys of earlier effects that the commit settles. */
  public Set<String> settled() {
    if (settled.isEmpty()) {
      return contents.settled();
    }
    Set<String> keys = new LinkedHashSet<>(settled);
    keys.addAll(contents.settled());
    return Collections.unmodifiableSet(keys);
  }

  /** Returns the new effects that must survive a crash, in order. */
  public List<Pending> pending() {
    return contents.pending();
  }

  /** Returns the effects that need not survive a crash. */
  public List<Effect> transientEffects() {
    return contents.transientEffects();
  }

  /** Returns the number of the last event of the stream after the commit. */
  public long lastEvent() {
    return contents.lastEvent();
  }
}
