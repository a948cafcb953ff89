package dev.statute.store;

import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where instances are kept: the one truth about them.
 *
 * <p>Law, held by every implementation and checked by {@code InstanceStoreContract}:
 *
 * <ul>
 *   <li>A commit happens as a whole or not at all, and only if the instance's epoch and revision
 *       are the ones it expects and none of the events that it deals with was handled before; of
 *       two commits that expect the same ones at most one happens.
 *   <li>When a stage completes, what it did is seen by everybody who reads later, and outlives a
 *       crash as far as the {@link Durability} of the store promises. {@link Committed#LOST} means
 *       that nothing was written. A stage that fails means that nobody knows: the caller reads
 *       again before it goes on.
 *   <li>An instance that is held by a {@link Worker} whose lease lasts is given to no other one.
 *       Every {@link #claim} that changes hands raises the epoch, so that whoever held it before
 *       can write nothing any more. Safety rests on the epoch alone; clocks decide only how soon
 *       somebody else takes over.
 *   <li>Epoch, revision and the numbers of events never go back for one id, not even when an
 *       instance is removed or begun anew: what is made of them is never used twice.
 *   <li>An event that was accepted is given back by {@link #claim} and {@link #readInbox} until a
 *       commit handled it, in the order of acceptance; the same event id is accepted once per
 *       instance. An event that a commit handles without its having been accepted counts as
 *       accepted with it. What is accepted for an instance that does not exist waits for it.
 *   <li>Effects of a commit are given back by {@link #claim} until they are settled.
 *   <li>A row that is not what was written makes reading it fail with a {@link StoreException} that
 *       names the row; other instances are not affected.
 * </ul>
 *
 * Thread-safe. Methods that return a stage should not block, so that many instances can share one
 * write to disk; the others may.
 */
public interface InstanceStore extends AutoCloseable {
  /**
   * How many waiting events come with an instance; the others are {@linkplain #readInbox asked
   * for}.
   */
  int BATCH = 256;

  /**
   * Says that a worker is there, and goes on being there until the instant unless it {@linkplain
   * #renew renews}.
   *
   * @throws StoreException code {@code worker-exists} if another session of that name is alive
   */
  void enlist(Worker worker, Instant now, Instant until);

  /**
   * Prolongs the lease.
   *
   * @return false if the worker is not enlisted any more; it may enlist again
   */
  boolean renew(Worker worker, Instant now, Instant until);

  /**
   * The worker goes; all that it holds is free. Others may say so for one of whose death they are
   * certain.
   */
  void retire(Worker worker);

  /** Who is enlisted, in the order of names; whose lease has run out may be among them. */
  List<RegisteredWorker> workers();

  /** Retires those whose process has certainly ended, and says who that was. */
  default List<Worker> retireDead() {
    List<Worker> dead =
        workers().stream().map(RegisteredWorker::worker).filter(Worker::isDead).toList();
    dead.forEach(this::retire);
    return dead;
  }

  /** Makes a chart known, so that the store can say what its instances run. */
  void saveChart(Chart chart);

  /** The charts that instances run, and how many of each, in the order of name and version. */
  List<ChartUse> charts();

  /**
   * The instance as last committed, or null if there is none. Takes nothing.
   *
   * @param charts the chart that a stored content hash stands for, or null if it is not known
   * @throws StoreException {@code unknown-chart}, or {@code corrupted}, naming the row
   */
  @Nullable Stored load(String id, Function<String, @Nullable Chart> charts);

  /**
   * Takes an instance for a worker, unless another one holds it. Whoever holds it already keeps it,
   * in the same epoch.
   *
   * @throws StoreException as {@link #load}; nothing is taken then
   */
  Claim claim(String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts);

  /** Lets an instance go. Nothing happens if the worker does not hold it. */
  void release(String id, Worker worker);

  /** Puts an event into the inbox of an instance, whether there is one or not. */
  CompletionStage<Accepted> accept(Entry entry);

  /** Events accepted for an instance and not handled, oldest first. Takes nothing. */
  List<Entry> readInbox(String id, int atMost);

  /** What came of an accepted event; null if there is none of that id, or it is not handled. */
  @Nullable Handled handled(String instance, String event);

  /**
   * Writes what a message to an instance came to. An instance that ended is held by nobody
   * afterwards.
   */
  CompletionStage<Committed> commit(Commit commit);

  /** These effects are carried out and need not be given back any more. May be written lazily. */
  void settle(String id, Set<String> keys);

  /**
   * Events of an instance's stream in order, from the one after {@code after} on, as far as they
   * are kept.
   */
  List<StreamEvent> events(String id, long after, int atMost);

  /**
   * Ids of instances that need somebody, in their order, from the one after {@code after} on: those
   * held by nobody or by this worker for which a timer is due by {@code until} or an event waits,
   * and those held by nobody that have an effect which is not settled. Parked ones need nobody.
   *
   * @param now tells whose lease lasts
   * @param after empty = from the first on
   */
  List<String> due(Instant now, Instant until, Worker worker, String after, int atMost);

  /**
   * The ended lives of an id that later ones took the place of, oldest first, as far as they are
   * kept. The present one, ended or not, is not among them.
   *
   * @throws StoreException {@code corrupted}, naming the row
   */
  List<Life> endedLives(String id);

  /** Instances in the order of their ids; for people, not for work. */
  List<InstanceSummary> list(Filter filter);

  /**
   * All that is kept of an instance as plain values, for people: it takes no chart to read it. The
   * keys are {@code epoch revision events holder reason parent snapshot inbox pending}, {@code
   * snapshot} being what {@link Snapshot#toMap} gave.
   *
   * @return null if there is no such instance
   * @throws StoreException {@code corrupted}
   */
  @Nullable Map<String, @Nullable Object> inspect(String id);

  /** Reads every row and says which are not what was written; empty = all are. */
  List<Damage> check();

  /**
   * Mends what {@link #check} names and nobody needs to decide on. Damaged content stays as it is.
   *
   * @return what was mended
   */
  default List<Damage> repair(Instant now) {
    return List.of();
  }

  /**
   * Sets an instance aside, with the reason: whoever holds it can write nothing any more, and
   * nobody is given it until somebody {@linkplain #retry retries}. Its events, timers and effects
   * stay.
   *
   * @return false if there is no such instance
   */
  boolean park(String id, String reason);

  /** Gives a parked or quarantined instance back to whoever works; false if it is neither. */
  boolean retry(String id);

  /**
   * The instance is gone, with all that belongs to it but its numbers. Where there is none, what
   * was accepted for it is gone, and its numbers stay as they are.
   */
  void remove(String id);

  /**
   * Drops what is older: instances that ended and owe nothing, lives that others took the place of,
   * handled events, events that waited for an instance that never came, events of streams. A store
   * may keep the ids that an instance handled last longer than that.
   *
   * <p>What may be brought again stays, however old it is: an event whose id is the key of an
   * effect that is not settled, the answer of a child that owes something, an instance with such an
   * event in its inbox, and a child that its parent may begin again. Whoever brings an event by
   * himself must not do so again after that long: it would be another one.
   */
  Pruned prune(Instant before);

  @Override
  default void close() {}

  /** Whether a commit happened. */
  enum Committed {
    DONE,
    LOST
  }

  /** Where an instance stands. */
  enum Status {
    LIVE,
    /** Somebody set it aside. */
    PARKED,
    /** Its row cannot be read. */
    QUARANTINED,
    /** It ended. */
    DONE
  }

  /**
   * An instance as it is kept.
   *
   * @param epoch how often it changed hands
   * @param revision how many commits there were under this id
   * @param parent who started it; null = the host
   * @param events number of the last event of its stream
   * @param pending effects committed and not settled, oldest first
   * @param inbox the first {@link #BATCH} events accepted and not handled, oldest first
   * @param reason why it is parked or quarantined; null = it is not
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

  /** What came of asking for an instance. */
  sealed interface Claim {
    /** It is the worker's now. */
    record Taken(Stored stored) implements Claim {}

    /**
     * There is none; the numbers say what a commit that begins it has to expect.
     *
     * @param inbox the first {@link #BATCH} events accepted for it all the same
     */
    record Absent(long epoch, long revision, long events, List<Entry> inbox) implements Claim {
      public Absent {
        inbox = List.copyOf(inbox);
      }
    }

    /** Another worker holds it. */
    record Held(Worker by, Instant until) implements Claim {}

    /** Nobody is given it: it is parked or quarantined. */
    record Parked(Status status, String reason) implements Claim {}
  }

  /**
   * The invocation that a child instance answers.
   *
   * @param key of the effect that started it
   */
  record Parent(String instance, String invocation, long run, String key) {}

  /**
   * An effect with its idempotency key.
   *
   * @param at when it was committed; its time runs from there
   */
  record Pending(String key, Effect effect, Instant at) {}

  /**
   * An event in the inbox of an instance.
   *
   * @param event its id, which makes it one event however often it is given
   */
  record Entry(String instance, String event, Input input, Instant at) {}

  /**
   * What came of putting an event into an inbox.
   *
   * @param isNew false if an event of that id was there before
   * @param handled what came of the one before; null = it waits
   */
  record Accepted(boolean isNew, @Nullable Handled handled) {}

  /**
   * What came of an event.
   *
   * @param event its id
   * @param outcome the kind of outcome
   * @param code as the outcome has it
   * @param message as the outcome has it
   */
  record Handled(String event, String outcome, @Nullable String code, @Nullable String message) {}

  /**
   * What is written at once.
   *
   * @param epoch the instance must still have; 0 = there never was one of that id
   * @param expected the revision it must still have; likewise
   * @param snapshot the instance afterwards
   * @param begins whether it is a new life: what its earlier one owed is dropped
   * @param worker who holds it; a commit that begins an instance takes it
   * @param stream what it adds to the instance's events, numbered on from the last one
   * @param effects of the steps, those that must be carried out even after a crash
   * @param settled keys of effects that this commit takes the answer of
   * @param handled the events that it deals with, of those that have an id
   * @param ended where it begins a new life: the last one as it ended, which is kept among the
   *     {@linkplain InstanceStore#endedLives lives}; null = there was none
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
    /** A commit that takes the place of no earlier life. */
    public Commit(
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
        List<Handled> handled) {
      this(
          id, epoch, expected, snapshot, begins, parent, worker, at, stream, effects, settled,
          handled, null);
    }

    public Commit {
      stream = List.copyOf(stream);
      effects = List.copyOf(effects);
      settled = Set.copyOf(settled);
      handled = List.copyOf(handled);
    }
  }

  /**
   * A life that ended and that a later one took the place of.
   *
   * @param revision of the id when it ended, which tells it from its other lives
   * @param until when the next life began
   * @param snapshot what {@link Snapshot#toMap} gave when it had ended
   */
  record Life(long revision, Instant until, Map<String, @Nullable Object> snapshot) {}

  /**
   * An instance as it is listed.
   *
   * @param due when something happens by itself; null = never
   * @param waiting how many accepted events wait
   * @param owing how many effects are not settled
   * @param holder name of the worker that holds it; null = nobody
   * @param reason why it is parked or quarantined
   * @param denied what rules denied and what is offered again, the next one first
   */
  record InstanceSummary(
      String id,
      Status status,
      String chart,
      int version,
      List<String> configuration,
      long revision,
      Instant changed,
      @Nullable Instant due,
      int waiting,
      int owing,
      @Nullable String holder,
      @Nullable String reason,
      List<Denied> denied) {
    public InstanceSummary {
      configuration = List.copyOf(configuration);
      denied = List.copyOf(denied);
    }
  }

  /**
   * Something that a rule denied and that is offered again.
   *
   * @param kind "timer", {@code after}, {@code send}, {@code stuck} or {@code event}
   * @param name of the timer, of the state of an {@code after}, or of the event
   * @param times how often it was denied
   * @param due when it is offered again
   */
  record Denied(String kind, String name, long times, Instant due) {
    private static final List<String> KINDS = List.of("timer", "after", "send", "stuck");

    /** What is owed in a snapshot, as {@link Snapshot#toMap} gives it. */
    public static List<Denied> of(Map<String, ?> snapshot) {
      List<Denied> owed = new ArrayList<>();
      if (snapshot.get("timers") instanceof List<?> timers) {
        for (Object each : timers) {
          if (each instanceof Map<?, ?> timer
              && timer.get("denied") instanceof Number times
              && timer.get("due") instanceof Number due) {
            owed.add(of(timer, times.longValue(), Instant.ofEpochMilli(due.longValue())));
          }
        }
      }
      return owed;
    }

    private static Denied of(Map<?, ?> timer, long times, Instant due) {
      for (String kind : KINDS) {
        if (timer.get(kind) instanceof String name) {
          return new Denied(kind, name, times, due);
        }
      }
      Object event = timer.get("offered") instanceof Map<?, ?> offered ? offered.get("event") : "";
      return new Denied("event", String.valueOf(event), times, due);
    }
  }

  /**
   * Which instances to list.
   *
   * @param statuses empty = all
   * @param chart null = all
   * @param after list the ids after this one; empty = from the first on
   */
  record Filter(Collection<Status> statuses, @Nullable String chart, String after, int atMost) {
    public Filter {
      statuses = List.copyOf(statuses);
    }

    public static Filter all(int atMost) {
      return new Filter(List.of(), null, "", atMost);
    }
  }

  /** How many instances run a version of a chart. */
  record ChartUse(String name, int version, String hash, long live, long all) {}

  /** A worker and the end of its lease. */
  record RegisteredWorker(Worker worker, Instant until) {}

  /** A row that is not what was written: its table, its key, and what is wrong with it. */
  record Damage(String table, String row, String message) {}

  /** How many rows were dropped. */
  record Pruned(long instances, long inbox, long events) {}
}
