package dev.statute.cli.internal.store;

import dev.statute.cli.internal.input.LineIdentity;
import dev.statute.json.InputLine;
import dev.statute.session.SessionPersistence;
import dev.statute.step.Cause;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StepCommit;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Claimed instance of a store in its last committed state: a line is accepted, handled in one
 * commit, and then reported. A repeated run with the same lines continues at the first new one:
 * handled lines are duplicates. Effects stay in the store for a worker with their handlers.
 * Confined to one thread.
 */
final class StoredSession implements SessionPersistence {
  private final InstanceStore store;
  private final Worker worker;
  private final String id;
  private final List<Entry> waitingLines;
  private final @Nullable LineIdentity identity;
  private final Map<String, Pending> pendingEffects = new LinkedHashMap<>();
  private @Nullable Snapshot snapshot;

  /** Ended life that the next one replaces. */
  private @Nullable Snapshot ended;

  private long epoch;
  private long revision;
  private long events;

  /** Id of the event that causes the next steps. */
  private @Nullable String event;

  private StoredSession(
      InstanceStore store, Worker worker, String id, @Nullable LineIdentity identity, Claim claim) {
    this.store = store;
    this.identity = identity;
    this.worker = worker;
    this.id = id;
    if (claim instanceof Claim.Taken taken) {
      Stored stored = taken.stored();
      snapshot = stored.snapshot();
      epoch = stored.epoch();
      revision = stored.revision();
      events = stored.events();
      waitingLines = stored.inbox();
      stored.pending().forEach(each -> pendingEffects.put(each.key(), each));
    } else if (claim instanceof Claim.Absent absent) {
      epoch = absent.epoch();
      revision = absent.revision();
      events = absent.events();
      waitingLines = absent.inbox();
    } else {
      throw new IllegalArgumentException("not held: " + claim);
    }
  }

  /**
   * Claims an instance, or the id of a new one.
   *
   * @param identity identity of lines without an id; null = each is a new event
   * @throws StoreException {@code held} if another worker holds it, or another reason of the store
   */
  static StoredSession claim(
      InstanceStore store,
      Worker worker,
      String id,
      @Nullable LineIdentity identity,
      Chart chart,
      Instant wallClock) {
    Claim claim =
        store.claim(id, worker, wallClock, hash -> hash.equals(chart.hash()) ? chart : null);
    if (claim instanceof Claim.Held held) {
      throw new StoreException(
          "held",
          "instance '"
              + id
              + "' is worked on by '"
              + held.by().name()
              + "' until "
              + held.until()
              + "; stop it, or try again then",
          null);
    }
    if (claim instanceof Claim.Taken taken && taken.stored().parent() != null) {
      store.release(id, worker);
      throw new StoreException(
          "held",
          "instance '" + id + "' was started by another one; a worker sees to it, not a run",
          null);
    }
    return new StoredSession(store, worker, id, identity, claim);
  }

  /** Last committed snapshot; null if there is none yet. */
  @Nullable Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Accepted events without a result at the time of the claim, oldest first, each with its id in
   * the inbox.
   */
  List<Input> waitingLines() {
    return waitingLines.stream().map(entry -> entry.input().withId(entry.event())).toList();
  }

  /** Starts a new life with the next step, instead of the ended one. */
  void respawn() {
    ended = snapshot;
    snapshot = null;
  }

  @Override
  public @Nullable Outcome before(InputLine.Submit line, Instant at) {
    Input input = line.input();
    // lines from the inbox have no place in the input
    String place = identity == null || line.number() == 0 ? null : identity.next(line);
    String name = input.id() == null ? place : input.id();
    if (name == null) {
      return null;
    }
    Handled before =
        store.accept(new Entry(id, name, input, at)).toCompletableFuture().join().handled();
    if (before == null) {
      event = name;
      return null;
    }
    Snapshot current = Objects.requireNonNull(snapshot);
    return new Outcome.Duplicate(current.configuration(), before.outcome(), current.sequence());
  }

  @Override
  public void keep(List<Step> steps, Instant at) {
    if (steps.isEmpty()) {
      return;
    }
    Snapshot after = steps.get(steps.size() - 1).snapshot();
    boolean begins = snapshot == null;
    if (begins ? !after.exists() : event == null && after == snapshot) {
      return;
    }
    StepCommit commit =
        new StepCommit(id, worker, at, epoch, revision, events, pendingEffects.values())
            .steps(steps, List.of())
            .handled(handledEvents(steps));
    if (begins) {
      commit.begin(ended);
    }
    event = null;
    if (store.commit(commit.toCommit(after)).toCompletableFuture().join() == Committed.LOST) {
      throw new StoreException(
          "fenced",
          "instance '" + id + "' was taken over by somebody else; this line was not handled",
          null);
    }
    epoch = Math.max(epoch, 1);
    revision++;
    events = commit.lastEvent();
    commit.settled().forEach(pendingEffects::remove);
    commit.pending().forEach(each -> pendingEffects.put(each.key(), each));
    snapshot = after;
  }

  private List<Handled> handledEvents(List<Step> steps) {
    String name = event;
    return name == null
        ? List.of()
        : steps.stream()
            .filter(step -> step.cause() instanceof Cause.External)
            .map(Step::outcome)
            .map(each -> new Handled(name, each.kind(), each.code(), each.message()))
            .limit(1)
            .toList();
  }
}
