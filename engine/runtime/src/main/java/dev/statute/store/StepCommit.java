package dev.statute.store;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.step.Effect;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.internal.CommitContents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builder of one {@link Commit} of an instance. Engines, runs on a store and migrations all build
 * their commits here, so that each derives stream events and pending effects from steps in the same
 * way. An effect's key, {@code <instance>/<revision>/<place>}, contains the revision that the
 * commit gives the instance; no other commit under this id ever has the same. Confined to one
 * thread.
 */
public final class StepCommit {
  private final String id;
  private final Worker worker;
  private final Instant at;
  private final long epoch;
  private final long revision;
  private final Collection<Pending> previouslyPending;
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final List<StreamEvent> stream = new ArrayList<>();
  private final Set<String> settled = new LinkedHashSet<>();
  private final List<Effect> transientEffects = new ArrayList<>();
  private long lastEvent;
  private int nextKey;
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
    this.lastEvent = lastEvent;
    this.previouslyPending = pending;
  }

  /**
   * Adds the stream events and effects of steps.
   *
   * @param additional effects beside those of the steps
   */
  public StepCommit steps(List<Step> steps, List<Effect> additional) {
    for (Step step : steps) {
      List<ReportedFinding> findings = step.outcome().trace().findings();
      List<Effect> effects = CommitContents.effects(step);
      findings.forEach(
          each ->
              addEvent("finding", CommitContents.finding(each), CommitContents.cause(step, each)));
      if (!effects.isEmpty()) {
        Map<String, ?> cause = CommitContents.cause(step);
        effects.forEach(effect -> addEffect(effect, cause));
      }
    }
    additional.forEach(effect -> addEffect(effect, Map.of()));
    if (CommitContents.isEnd(steps)) {
      Step last = steps.get(steps.size() - 1);
      addEvent(
          "finished",
          Map.of("configuration", last.snapshot().configuration()),
          CommitContents.cause(last));
    }
    return this;
  }

  /** Adds an event without a step to the stream. */
  public StepCommit event(String type, Map<String, ?> data) {
    addEvent(type, data, Map.of());
    return this;
  }

  private void addEffect(Effect effect, Map<String, ?> cause) {
    if (effect instanceof Effect.Emit emit) {
      addEvent(emit.type(), emit.data(), cause);
    } else if (effect instanceof Effect.StateChanged changed) {
      addEvent("state_changed", CommitContents.change(changed), cause);
    } else if (effect instanceof Effect.Log) {
      transientEffects.add(effect);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      cancel(cancel);
    } else {
      addPending(effect);
    }
  }

  private void addEvent(String type, Map<String, ?> data, Map<String, ?> cause) {
    stream.add(new StreamEvent(++lastEvent, at, type, data, cause));
  }

  private void addPending(Effect effect) {
    String key = id + "/" + (revision + 1) + "/" + nextKey++;
    pending.put(key, new Pending(key, effect, at));
  }

  /** Settles an invocation of an earlier commit; drops one of this commit. */
  private void cancel(Effect.CancelInvoke cancel) {
    Pending unborn = invocation(cancel, pending.values());
    if (unborn != null) {
      pending.remove(unborn.key());
      return;
    }
    Pending begun = invocation(cancel, previouslyPending);
    if (begun != null) {
      settled.add(begun.key());
    }
    if (begun != null && begun.effect() instanceof Effect.Invoke invoke && invoke.chart() == null) {
      transientEffects.add(cancel);
    } else {
      addPending(cancel);
    }
  }

  private static @Nullable Pending invocation(Effect.CancelInvoke cancel, Collection<Pending> all) {
    for (Pending each : all) {
      if (each.effect() instanceof Effect.Invoke invoke
          && invoke.id().equals(cancel.id())
          && invoke.run() == cancel.run()) {
        return each;
      }
    }
    return null;
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
        id, epoch, revision, after, begins, parent, worker, at, stream, pending(), settled, handled,
        ended);
  }

  /** Returns the keys of earlier effects that the commit settles. */
  public Set<String> settled() {
    return Collections.unmodifiableSet(settled);
  }

  /** Returns the new effects that must survive a crash, in order. */
  public List<Pending> pending() {
    return List.copyOf(pending.values());
  }

  /** Returns the effects that need not survive a crash. */
  public List<Effect> transientEffects() {
    return Collections.unmodifiableList(transientEffects);
  }

  /** Returns the number of the last event of the stream after the commit. */
  public long lastEvent() {
    return lastEvent;
  }
}
