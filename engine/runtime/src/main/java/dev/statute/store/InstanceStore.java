package dev.statute.store;

import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Port for the storage of instances; authoritative for their state.
 *
 * <p>Contract of every implementation, checked by {@code InstanceStoreContract}:
 *
 * <ul>
 *   <li>A commit is atomic. It succeeds only if the instance has the expected epoch and revision
 *       and none of the commit's events was handled before; of two commits with the same
 *       expectation at most one succeeds.
 *   <li>Once a stage completes, its effect is visible to all later reads and survives failures as
 *       promised by the {@link Durability} of the store. {@link Committed#LOST} means that nothing
 *       was written. If a stage fails, the result is unknown: the caller reads again before it
 *       continues.
 *   <li>An instance held by a {@link Worker} with a valid lease cannot be claimed by another one.
 *       Every {@link #claim} that changes the holder raises the epoch, so that the previous holder
 *       can write nothing more. Safety depends on the epoch alone; clocks determine only the delay
 *       of a takeover.
 *   <li>Epoch, revision and event numbers of an id never decrease, even if an instance is removed
 *       or started again: values derived from them are never reused.
 *   <li>{@link #claim} and {@link #readInbox} return an accepted event until a commit handles it,
 *       in the order of acceptance; an event id is accepted once per instance. An event that a
 *       commit handles without prior acceptance counts as accepted with it. Events for an instance
 *       that does not exist wait for it.
 *   <li>{@link #claim} returns the effects of a commit until they are settled.
 *   <li>Reading a row that differs from what was written fails with a {@link StoreException} that
 *       names the row; other instances are not affected.
 * </ul>
 *
 * Thread-safe. Methods that return a stage should not block, so that many instances can share one
 * write to disk; the others may.
 */
public interface InstanceStore extends InstanceAdministration, AutoCloseable {
  /** Maximum number of inbox events returned with an instance; {@link #readInbox} returns more. */
  int BATCH = 256;

  /**
   * Registers a worker until the instant, unless it {@linkplain #renew renews}.
   *
   * @throws StoreException code {@code worker-exists} if another session of that name is alive
   */
  void enlist(Worker worker, Instant now, Instant until);

  /**
   * Extends the lease.
   *
   * @return false if the worker is no longer enlisted; it may enlist again
   */
  boolean renew(Worker worker, Instant now, Instant until);

  /**
   * Unregisters a worker and releases all that it holds. Other workers may call this for one that
   * is certainly dead.
   */
  void retire(Worker worker);

  /** Returns the enlisted workers, ordered by name, possibly with expired leases. */
  List<RegisteredWorker> workers();

  /** Retires the workers with a process that has certainly ended, and returns them. */
  default List<Worker> retireDead() {
    List<Worker> dead =
        workers().stream().map(RegisteredWorker::worker).filter(Worker::isDead).toList();
    dead.forEach(this::retire);
    return dead;
  }

  /** Saves a chart, so that the store can describe its instances. */
  void saveChart(Chart chart);

  /**
   * Returns the last committed instance, or null if there is none. Does not claim it.
   *
   * @param charts maps a stored content hash to its chart, or null if unknown
   * @throws StoreException {@code unknown-chart}, or {@code corrupted}, naming the row
   */
  @Nullable Stored load(String id, Function<String, @Nullable Chart> charts);

  /**
   * Claims an instance for a worker, unless another one holds it. The present holder keeps it, in
   * the same epoch. An ended instance without unsettled effects is given to every worker: the next
   * life is of the one that commits first.
   *
   * @throws StoreException see {@link #load}; nothing is claimed then
   */
  Claim claim(String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts);

  /** Releases an instance. Does nothing if the worker does not hold it. */
  void release(String id, Worker worker);

  /** Puts an event into the inbox of an instance, existing or not. */
  CompletionStage<Accepted> accept(Entry entry);

  /**
   * Returns the events accepted for an instance and not handled, oldest first. Does not claim it.
   */
  List<Entry> readInbox(String id, int atMost);

  /**
   * Returns the result of an accepted event; null if the id is unknown or the event not handled.
   */
  @Nullable Handled handled(String instance, String event);

  /** Writes the result of a message to an instance. An ended instance has no holder afterwards. */
  CompletionStage<Committed> commit(Commit commit);

  /**
   * Returns the transaction of the host on this thread, which steps are to join; null if there is
   * none, or the store joins none.
   */
  default @Nullable HostTransaction hostTransaction() {
    return null;
  }

  /** Marks effects as executed, so that they are no longer returned. May be written lazily. */
  void settle(String id, Set<String> keys);

  /**
   * Returns the kept events of an instance's stream in order, starting after number {@code after}.
   */
  List<StreamEvent> events(String id, long after, int atMost);

  /**
   * Returns the ids of instances with pending work, in order, starting after {@code after}: those
   * without a holder or held by this worker with a timer due by {@code until} or a waiting event,
   * and those without a holder with an unsettled effect. Parked ones are excluded.
   *
   * @param now decides which leases are valid
   * @param after empty = from the first on
   */
  List<String> due(Instant now, Instant until, Worker worker, String after, int atMost);

  /**
   * Returns the kept ended lives of an id that later ones replaced, oldest first. The present life,
   * ended or not, is excluded.
   *
   * @throws StoreException {@code corrupted}, naming the row
   */
  List<Life> endedLives(String id);

  @Override
  default void close() {}

  /** Result of a commit. */
  enum Committed {
    DONE,
    LOST
  }

  /** Status of a stored instance. */
  enum Status {
    LIVE,
    /** Parked by an operator or after failures. */
    PARKED,
    /** Unreadable row. */
    QUARANTINED,
    /** Ended. */
    DONE
  }

  /**
   * Stored state of an instance.
   *
   * @param epoch number of changes of the holder
   * @param revision number of commits under this id
   * @param parent invocation that started it; null = the host
   * @param events number of the last event of its stream
   * @param pending committed effects that are not settled, oldest first
   * @param inbox the first {@link #BATCH} events accepted and not handled, oldest first
   * @param reason of the parking or quarantine; null = neither
   */
  record Stored(
      Snapshot snapshot,
      long epoch,
      long revision,
      @Nullable Parent parent,
      long events,
      List<Pending> pending,
      List<Entry> inbox,
      Status status,
      @Nullable String reason) {
    public Stored {
      pending = List.copyOf(pending);
      inbox = List.copyOf(inbox);
    }
  }

  /** Result of a claim. */
  sealed interface Claim {
    /**
     * The worker holds the instance.
     *
     * @param previous name of the worker that held it until now and never released it; null = none
     */
    record Taken(Stored stored, @Nullable String previous) implements Claim {
      /** Creates a claim of an instance that had no holder, or this one already. */
      public Taken(Stored stored) {
        this(stored, null);
      }
    }

    /**
     * There is no instance; the numbers are the expectation of a commit that starts it.
     *
     * @param inbox the first {@link #BATCH} events accepted for the id
     */
    record Absent(long epoch, long revision, long events, List<Entry> inbox) implements Claim {
      public Absent {
        inbox = List.copyOf(inbox);
      }
    }

    /** Another worker holds the instance. */
    record Held(Worker by, Instant until) implements Claim {}

    /** The instance is parked or quarantined and cannot be claimed. */
    record Parked(Status status, String reason) implements Claim {}
  }

  /**
   * Invocation that a child instance answers.
   *
   * @param key of the effect that started it
   */
  record Parent(String instance, String invocation, long run, String key) {}

  /**
   * Effect with its idempotency key.
   *
   * @param at time of the commit; time limits count from it
   */
  record Pending(String key, Effect effect, Instant at) {}

  /**
   * Event in the inbox of an instance.
   *
   * @param event its id; events with the same id are one event
   */
  record Entry(String instance, String event, Input input, Instant at) {}

  /**
   * Result of an acceptance.
   *
   * @param isNew false if an event of that id was accepted before
   * @param handled result of the earlier event; null = it waits
   */
  record Accepted(boolean isNew, @Nullable Handled handled) {}

  /**
   * Result of an event.
   *
   * @param event its id
   * @param outcome kind of the outcome
   * @param code of the outcome
   * @param message of the outcome
   */
  record Handled(String event, String outcome, @Nullable String code, @Nullable String message) {}

  /**
   * Atomic write to an instance.
   *
   * @param epoch expected epoch of the instance; 0 = the id is new
   * @param expected expected revision; 0 = the id is new
   * @param snapshot the instance afterwards
   * @param begins true if it starts a new life: pending effects of the earlier one are dropped
   * @param worker the holder; a commit that starts an instance claims it
   * @param stream new events of the instance, with consecutive numbers
   * @param effects of the steps that must be executed even after a crash
   * @param settled keys of effects that this commit answers
   * @param handled the handled events that have an id
   * @param ended the previous life as it ended, kept among the {@linkplain InstanceStore#endedLives
   *     lives}; null = none
   */
  record Commit(
      String id,
      long epoch,
      long expected,
      Snapshot snapshot,
      boolean begins,
      @Nullable Parent parent,
      Worker worker,
      Instant at,
      List<StreamEvent> stream,
      List<Pending> effects,
      Set<String> settled,
      List<Handled> handled,
      @Nullable Snapshot ended) {
    public Commit {
      stream = List.copyOf(stream);
      effects = List.copyOf(effects);
      settled = Set.copyOf(settled);
      handled = List.copyOf(handled);
    }
  }

  /**
   * Ended life that a later one replaced.
   *
   * @param revision of the id at its end, unique among its lives
   * @param until start of the next life
   * @param snapshot its last state in the form of {@link Snapshot#toMap}
   */
  record Life(long revision, Instant until, Map<String, @Nullable Object> snapshot) {}

  /** Worker and the end of its lease. */
  record RegisteredWorker(Worker worker, Instant until) {}
}
