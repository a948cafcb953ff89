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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where agents and their turns are kept: the one truth about them.
 *
 * <p>Law, held by every implementation and checked by {@code TurnStoreContract}:
 *
 * <ul>
 *   <li>A transaction's writes happen all or not at all. When its stage completes with a value and
 *       the work did not abandon it, everybody sees them, and no crash takes them back. A stage
 *       that fails with what the work threw wrote nothing. A stage that fails otherwise means that
 *       nobody knows: the caller looks before it goes on.
 *   <li>A transaction sees its own writes. Two transactions that write the same head do not both
 *       happen unless the second one began with what the first one wrote: {@link
 *       TurnTransaction#update} compares, and unique keys are unique across transactions.
 *   <li>A work may be run again from the start where the store could not put transactions in an
 *       order; the value is the last run's.
 *   <li>Cards, edges and events are never changed, but for an event's publication.
 * </ul>
 *
 * Thread-safe. {@link #transact} should not block, so that many agents' transactions can share one
 * write to disk; the other methods may, and read what is committed.
 */
public interface TurnStore extends AutoCloseable {
  /**
   * Runs one transaction for an agent.
   *
   * @param agent whose rows it is about; others are only read, boxes and cards excepted
   */
  <T> CompletionStage<T> transact(String agent, TurnWork<T> work);

  /**
   * As {@link #transact(String, TurnWork)}, and says what the work is about to look at: a store may
   * read it together with what others look at. It changes nothing but the time it takes.
   */
  default <T> CompletionStage<T> transact(String agent, ReadHints ahead, TurnWork<T> work) {
    return transact(agent, work);
  }

  /**
   * Rows that a work will look at, besides the head, its turn and what is queued.
   *
   * @param newTurns ids that were made for turns which it may begin: nothing is of them yet
   * @param keys dedup keys of rows in the agent's inbox
   * @param calls ids of tool calls
   * @param cards ids of cards
   * @param boxes ids of boxes whose end matters
   * @param output whether it reads what is in the turn's own box
   */
  record ReadHints(
      List<String> newTurns,
      List<String> keys,
      List<String> calls,
      List<String> cards,
      List<String> boxes,
      boolean output) {
    /** Nothing besides. */
    public static final ReadHints NONE =
        new ReadHints(List.of(), List.of(), List.of(), List.of(), List.of(), false);

    /** What is in the turn's own box. */
    public static final ReadHints OUTPUT = forNewTurns(List.of());

    /** A turn that it may begin, and what is in its box. */
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

  /** Agents by id, those after this one; empty = from the first on. */
  List<Head> heads(String after, int atMost);

  /** Agents that are idle, or have no head, with a queued request; the oldest request first. */
  List<String> queued(int atMost);

  /**
   * Agents with something for a worker to take: dispatched, or running without an owner; the
   * longest silent first.
   */
  List<String> ready(int atMost);

  /** Dispatched or running agents whose lease ended at or before the instant, oldest first. */
  List<String> silent(Instant until, int atMost);

  /** Suspended agents whose resume deadline is at or before the instant, oldest first. */
  List<String> overdue(Instant until, int atMost);

  /** Timers due at or before the instant, oldest first. */
  List<Timer> due(Instant until, int atMost);

  /** Events not published; of one agent in order, and none before an earlier one of its own. */
  List<Event> unpublished(int atMost);

  /**
   * Events not published that nobody has taken until after {@code now}, oldest first. They are the
   * caller's until {@code until}: nobody else is given them before, whatever becomes of the caller.
   *
   * @param wanted which of them; the others are left to whoever wants them
   */
  List<ClaimedEvent> claimEvents(Predicate<Event> wanted, Instant now, Instant until, int atMost);

  /**
   * The same, of all kinds or of all but commands.
   *
   * @param calls whether commands ({@code tool.call}) are among them
   */
  default List<ClaimedEvent> claimEvents(boolean calls, Instant now, Instant until, int atMost) {
    return claimEvents(event -> calls || !event.type().equals(Event.TOOL_CALL), now, until, atMost);
  }

  /**
   * An event that somebody has taken.
   *
   * @param time how often it was taken, 1 for the first
   */
  record ClaimedEvent(Event event, int time) {}

  /** Whoever took these has them until {@code until}; those that were published change nothing. */
  void extendClaims(Collection<String> eventIds, Instant until);

  /** These events have left. Unknown ids and repetitions change nothing. */
  void markPublished(Collection<String> eventIds, Instant at);

  /**
   * Drops what is over, in small transactions: turns that ended before the instant and whose {@code
   * task} event has left, with their calls, deliverables, inbox rows and edges; then other rows of
   * the inbox that are over, events that have left, and cards, each if made before it and of no
   * turn that is kept. What a turn that has not ended, or an agent's next one, may still read is
   * kept: boxes of heads, of writers, of forks, and those that a request names which is not over;
   * and of each agent the last event, from which the next one is counted.
   *
   * <p>A request whose row is dropped is new when it comes again. A report to a turn that is
   * dropped is one to another turn: acknowledged, to be seen in the inbox, and applied to nothing.
   */
  Pruned prune(Instant before);

  /**
   * Gives up what cannot be read of an agent: damaged rows say so from then on and keep nobody from
   * reading others, a queued request among them is over as {@code error}. Where the agent's turn
   * hangs on one, or a reason is given, the turn fails with a deliverable that says why, and the
   * agent has no head any more until it is opened again; requests that can be read stay queued.
   *
   * @param reason ends the turn in any case; null = only if it hangs on what is damaged
   */
  default CompletionStage<Discarded> discard(String agent, @Nullable String reason, Instant now) {
    return CompletableFuture.completedStage(new Discarded(List.of(), List.of()));
  }

  /** What could not be read, and the turns that were ended. */
  record Discarded(List<String> problems, List<String> turns) {
    public Discarded {
      problems = List.copyOf(problems);
      turns = List.copyOf(turns);
    }
  }

  /** How many rows were dropped; edges, calls and deliverables go with their turns. */
  record Pruned(long turns, long inbox, long events, long cards) {}

  /** An agent's events after a number, in order without gaps. */
  List<Event> events(String agent, long after, int atMost);

  /** Lets be seen what an agent is at; may be lost. */
  void observe(Signals signals);

  /** What was last seen of an agent, or null. */
  @Nullable Signals observed(String agent);

  @Override
  default void close() {}

  /** The bucket an agent's rows lie in, of 1,024: for spreading them over machines. */
  static int bucket(String agent) {
    return Math.floorMod(agent.hashCode(), 1024);
  }
}
