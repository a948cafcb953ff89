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
import dev.statute.store.CommitContents;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance of a store that this process holds, as it was last committed: a line is accepted,
 * handled in one commit, and only then told. Played again with the same lines it goes on where it
 * stopped: what was handled before is a duplicate. Effects stay in the store, for whoever has
 * handlers for them. Confined to one thread.
 */
final class StoredSession implements SessionPersistence {
  private final InstanceStore store;
  private final Worker worker;
  private final String id;
  private final List<Entry> waitingLines;
  private final @Nullable LineIdentity identity;
  private final Map<String, Pending> pendingEffects = new LinkedHashMap<>();
  private @Nullable Snapshot snapshot;

  /** The life that the next one takes the place of. */
  private @Nullable Snapshot ended;

  private long epoch;
  private long revision;
  private long events;

  /** The event that the next steps deal with. */
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
   * Takes an instance, or its place if there is none.
   *
   * @param identity by what lines without an id are known again; null = each is a new one
   * @throws StoreException {@code held} if another worker has it, or as the store says
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

  /** As last committed; null if there is none yet. */
  @Nullable Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Events that were accepted and not handled when it was taken, oldest first, each by the id that
   * it waits under.
   */
  List<Input> waitingLines() {
    return waitingLines.stream().map(entry -> withId(entry.input(), entry.event())).toList();
  }

  /** The same input under an id. */
  static Input withId(Input input, String id) {
    if (input instanceof Input.Event event) {
      return new Input.Event(event.name(), event.data(), id, event.sender());
    }
    if (input instanceof Input.Move move) {
      return new Input.Move(move.to(), move.reason(), move.data(), id);
    }
    return input instanceof Input.Report report ? new Input.Report(report.fields(), id) : input;
  }

  /** Has the next step begin a new life in the place of this one, which has ended. */
  void respawn() {
    ended = snapshot;
    snapshot = null;
  }

  @Override
  public @Nullable Outcome before(InputLine.Submit line, Instant at) {
    Input input = line.input();
    // lines that waited have no place in the input
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
    Snapshot rests = Objects.requireNonNull(snapshot);
    return new Outcome.Duplicate(rests.configuration(), before.outcome(), rests.sequence());
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
    CommitContents written =
        CommitContents.of(id, steps, at, revision + 1, events, pendingEffects.values(), List.of());
    Commit commit =
        new Commit(
            id,
            epoch,
            revision,
            after,
            begins,
            null,
            worker,
            at,
            written.stream(),
            written.pending(),
            written.settled(),
            handledEvents(steps),
            begins ? ended : null);
    event = null;
    if (store.commit(commit).toCompletableFuture().join() == Committed.LOST) {
      throw new StoreException(
          "fenced",
          "instance '" + id + "' was taken over by somebody else; this line was not handled",
          null);
    }
    epoch = Math.max(epoch, 1);
    revision++;
    events = written.lastEvent();
    written.settled().forEach(pendingEffects::remove);
    written.pending().forEach(each -> pendingEffects.put(each.key(), each));
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
