package dev.statute.turns.store;

import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Port for the storage of agents and their turns; authoritative for their state.
 *
 * <p>Contract of every implementation, checked by {@code TurnStoreContract}:
 *
 * <ul>
 *   <li>A transaction's writes are atomic. Once its stage completes with a value and the work did
 *       not abandon it, they are visible to all and survive crashes. If a stage fails with the
 *       exception of the work, nothing was written. If it fails otherwise, the result is unknown:
 *       the caller reads before it continues.
 *   <li>A transaction sees its own writes. Two transactions that write the same head do not both
 *       succeed unless the second one read the write of the first: {@link TurnTransaction#update}
 *       compares, and unique keys are unique across transactions.
 *   <li>Work may be run again from the start if the store could not serialize transactions; the
 *       value is that of the last run.
 *   <li>Cards, edges and events never change, except for an event's publication.
 * </ul>
 *
 * Thread-safe. {@link #transact} should not block, so that many agents' transactions can share one
 * write to disk; the other methods may, and read committed data.
 */
public interface TurnStore extends AutoCloseable {
  /**
   * Runs one transaction for an agent. If the work throws, or has called {@link
   * TurnTransaction#abandon}, nothing is written.
   *
   * @param agent owner of the rows that are written, except boxes and cards
   * @param work reads and writes; may run again from the start on other rows, so it neither acts
   *     outside the transaction nor keeps state from one run to the next
   */
  <T> CompletionStage<T> transact(String agent, Function<TurnTransaction, T> work);

  /**
   * Runs one transaction with read hints, by which a store may combine its reads with those of
   * others. Hints affect only the duration.
   */
  default <T> CompletionStage<T> transact(
      String agent, ReadHints hints, Function<TurnTransaction, T> work) {
    return transact(agent, work);
  }

  /**
   * Rows that a work will read, besides the head, its turn and queued rows.
   *
   * @param newTurns new ids of turns that may start: no row of them exists yet
   * @param keys dedup keys of rows in the agent's inbox
   * @param calls ids of tool calls
   * @param cards ids of cards
   * @param boxes ids of boxes of which the last number is read
   * @param output true if it reads the turn's own box
   */
  record ReadHints(
      List<String> newTurns,
      List<String> keys,
      List<String> calls,
      List<String> cards,
      List<String> boxes,
      boolean output) {
    /** No hints. */
    public static final ReadHints NONE =
        new ReadHints(List.of(), List.of(), List.of(), List.of(), List.of(), false);

    /** The turn's own box. */
    public static final ReadHints OUTPUT = forNewTurns(List.of());

    /** Hints for a turn that may start, and its box. */
    public static ReadHints forNewTurns(List<String> newTurns) {
      return new ReadHints(newTurns, List.of(), List.of(), List.of(), List.of(), true);
    }

    public ReadHints {
      newTurns = List.copyOf(newTurns);
      keys = List.copyOf(keys);
      calls = List.copyOf(calls);
      cards = List.copyOf(cards);
      boxes = List.copyOf(boxes);
    }
  }

  /** Returns the heads of agents in the order of ids, after this one; empty = from the first on. */
  List<Head> heads(String after, int atMost);

  /** Kinds of agents that something is to be done for. */
  enum Waiting {
    /** Idle, or without a head, with a queued request; the oldest request first. */
    QUEUED,
    /** With a claimable turn: dispatched, or running without an owner; longest silent first. */
    READY,
    /** Dispatched or running, with a lease that ended by the instant; the oldest first. */
    SILENT,
    /** Suspended, with a resume deadline by the instant; the oldest first. */
    OVERDUE
  }

  /**
   * Returns agents of a kind.
   *
   * @param until of no meaning for {@code QUEUED} and {@code READY}
   */
  List<String> agents(Waiting kind, Instant until, int atMost);

  default List<String> queued(int atMost) {
    return agents(Waiting.QUEUED, Instant.MAX, atMost);
  }

  default List<String> ready(int atMost) {
    return agents(Waiting.READY, Instant.MAX, atMost);
  }

  default List<String> silent(Instant until, int atMost) {
    return agents(Waiting.SILENT, until, atMost);
  }

  default List<String> overdue(Instant until, int atMost) {
    return agents(Waiting.OVERDUE, until, atMost);
  }

  /** Returns timers due by the instant, oldest first. */
  List<Timer> due(Instant until, int atMost);

  /** Returns unpublished events; in order per agent, without gaps at the start. */
  List<Event> unpublished(int atMost);

  /**
   * Claims unpublished events that are not claimed beyond {@code now}, oldest first. They are the
   * caller's until {@code until}, even if it dies.
   *
   * @param wanted selects events; the others are left to other workers
   */
  List<ClaimedEvent> claimEvents(Predicate<Event> wanted, Instant now, Instant until, int atMost);

  /**
   * Claimed event.
   *
   * @param time number of its claims, 1 for the first
   */
  record ClaimedEvent(Event event, int time) {}

  /** Extends the caller's claims until {@code until}; has no effect on published events. */
  void extendClaims(Collection<String> eventIds, Instant until);

  /** Marks events as published. Unknown ids and repetitions have no effect. */
  void markPublished(Collection<String> eventIds, Instant at);

  /**
   * Deletes old data, in small transactions: turns that ended before the instant with a published
   * {@code task} event, with their calls, deliverables, inbox rows and edges; then other finished
   * inbox rows, published events, and cards, each if older and without a kept turn. Data that an
   * active turn, or an agent's next one, may still read is kept: boxes of heads, of writers, of
   * forks, and those named by an unfinished request; and of each agent the last event, which
   * determines the next number.
   *
   * <p>A request with a deleted row counts as new when repeated. A report to a deleted turn is
   * acknowledged, stored in the inbox, and applied to nothing.
   */
  Pruned prune(Instant before);

  /**
   * Discards the unreadable rows of an agent: damaged rows are marked and no longer prevent the
   * reading of others; a queued request among them ends as {@code error}. If the agent's turn
   * depends on one, or a reason is given, the turn fails with a deliverable that names the cause,
   * and the agent has no head until it is opened again; readable requests stay queued.
   *
   * @param reason ends the turn in any case; null = only if it depends on damaged rows
   */
  default CompletionStage<Discarded> discard(String agent, @Nullable String reason, Instant now) {
    return CompletableFuture.completedStage(new Discarded(List.of(), List.of()));
  }

  /** Unreadable rows, and the turns that were ended. */
  record Discarded(List<String> problems, List<String> turns) {
    public Discarded {
      problems = List.copyOf(problems);
      turns = List.copyOf(turns);
    }
  }

  /** Numbers of deleted rows; edges, calls and deliverables go with their turns. */
  record Pruned(long turns, long inbox, long events, long cards) {}

  /** Returns an agent's events after a number, in order without gaps. */
  List<Event> events(String agent, long after, int atMost);

  /** Publishes the activity of an agent; may be lost. */
  void observe(Signals signals);

  /** Returns the last published activity of an agent, or null. */
  @Nullable Signals observed(String agent);

  @Override
  default void close() {}
}
