package dev.statute.turns.store;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of one transaction, for one agent. Writes that say whether they happened compare
 * first and change nothing if it does not fit. Rows are given and taken whole. Confined to the run
 * of its {@link TurnWork}; used later it throws {@link IllegalStateException}.
 */
public interface TurnTransaction {
  /** The agent it is about. */
  String agent();

  /** Writes nothing: what was written so far is undone when the work returns. */
  void abandon();

  // head

  /** The head, or null; locked until the end of the transaction where the store can lock. */
  @Nullable Head head();

  /** Makes the head; false if there is one. */
  boolean create(Head head);

  /** Writes the head if turn epoch and rev are still these; false if not, or if there is none. */
  boolean update(Head head, long turnEpoch, long rev);

  // inbox

  /**
   * Adds a row unless the agent has one with its dedup key.
   *
   * @return the row that is there afterwards: this one if it was added, else the earlier one
   */
  Message add(Message message);

  @Nullable Message message(long id);

  /** The row with this dedup key, or null. */
  @Nullable Message message(String dedupKey);

  /** The queued row with the lowest id, or null. */
  @Nullable Message firstQueued();

  /** Rows of a turn, by id. */
  List<Message> messages(String turn);

  /** Writes a row if it still has this status. */
  boolean update(Message message, InboxStatus expected);

  // turns

  @Nullable Turn turn(String id);

  /** The turn of an inbox row, or null. */
  @Nullable Turn turnOf(long message);

  void add(Turn turn);

  /** Writes a turn if it still has this status. */
  boolean update(Turn turn, TurnStatus expected);

  // tool calls

  @Nullable AwaitedCall awaited(String call);

  /** The calls of a turn, in the order they were added. */
  List<AwaitedCall> calls(String turn);

  /** Adds a call; false if there is one with this id, of whatever turn. */
  boolean add(AwaitedCall call);

  /** Writes a call if it still has this status. */
  boolean update(AwaitedCall call, CallStatus expected);

  // the execution graph

  /** Adds an edge; nothing if its message has one of this primitive and phase. */
  void add(ExecutionEdge edge);

  /** The edges of an inbox row, by id. */
  List<ExecutionEdge> edges(long message);

  // boxes and cards, of all agents

  @Nullable Box box(String id);

  /** Adds a box; false if there is one. */
  boolean add(Box box);

  /** Makes a turn the one writer of a box, or null nobody, if {@code expected} is it now. */
  boolean setWriter(String box, @Nullable String writer, @Nullable String expected);

  @Nullable Card card(String id);

  /** The cards in a box itself from one number to another, both included, in order. */
  List<Card> cards(String box, long from, long to);

  /** The number of the last card in a box itself, 0 if it has none. */
  long lastCard(String box);

  /** Adds a card; false if its id or its place in the box is taken. */
  boolean add(Card card);

  // what leaves

  @Nullable Deliverable deliverable(String turn);

  /** Adds a deliverable; false if its turn has one: the last fence. */
  boolean add(Deliverable deliverable);

  /**
   * Adds an event; its number must be the one the head gives in the same transaction.
   *
   * @return false if its turn has its {@code task} event already
   */
  boolean add(Event event);

  /** Number of the agent's last event, as the outbox has it; 0 if there is none. */
  long lastEvent();

  // timers

  /** Sets a timer, in place of one of the same name. */
  void arm(Timer timer);

  void disarm(String name);

  /** The agent's timers, the next one first. */
  List<Timer> timers();
}
