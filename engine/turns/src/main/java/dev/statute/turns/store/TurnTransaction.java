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
 * Reads and writes of one transaction, for one agent. Writes that return a boolean compare first
 * and change nothing on a mismatch. Rows are read and written whole. Confined to the run of its
 * work; later use throws {@link IllegalStateException}.
 */
public interface TurnTransaction {
  /** Returns the agent of the transaction. */
  String agent();

  /** Discards all writes when the work returns. */
  void abandon();

  // head

  /**
   * Returns the head, or null; locked until the end of the transaction if the store supports it.
   */
  @Nullable Head head();

  /** Creates the head; false if there is one. */
  boolean create(Head head);

  /** Writes the head if it has this turn epoch and rev; false if not, or if there is none. */
  boolean update(Head head, long turnEpoch, long rev);

  // inbox

  /**
   * Adds a row unless the agent has one with its dedup key.
   *
   * @return the stored row: this one if it was added, else the earlier one
   */
  Message add(Message message);

  @Nullable Message message(long id);

  /** Returns the row with this dedup key, or null. */
  @Nullable Message message(String dedupKey);

  /** Returns the queued row with the lowest id, or null. */
  @Nullable Message firstQueued();

  /** Returns the rows of a turn, by id. */
  List<Message> messages(String turn);

  /** Writes a row if it still has this status. */
  boolean update(Message message, InboxStatus expected);

  // turns

  @Nullable Turn turn(String id);

  /** Returns the turn of an inbox row, or null. */
  @Nullable Turn turnOf(long message);

  void add(Turn turn);

  /** Writes a turn if it still has this status. */
  boolean update(Turn turn, TurnStatus expected);

  // tool calls

  @Nullable AwaitedCall awaited(String call);

  /** Returns the calls of a turn, in the order of insertion. */
  List<AwaitedCall> calls(String turn);

  /** Adds a call; false if there is one with this id, also of another turn. */
  boolean add(AwaitedCall call);

  /** Writes a call if it still has this status. */
  boolean update(AwaitedCall call, CallStatus expected);

  // the execution graph

  /** Adds an edge; does nothing if its message has one of this primitive and phase. */
  void add(ExecutionEdge edge);

  /** Returns the edges of an inbox row, by id. */
  List<ExecutionEdge> edges(long message);

  // boxes and cards, of all agents

  @Nullable Box box(String id);

  /** Adds a box; false if there is one. */
  boolean add(Box box);

  /** Sets the only writer of a box, null = none, if the writer is {@code expected} now. */
  boolean setWriter(String box, @Nullable String writer, @Nullable String expected);

  @Nullable Card card(String id);

  /** Returns the cards in a box itself from one number to another, both included, in order. */
  List<Card> cards(String box, long from, long to);

  /** Returns the number of the last card in a box itself, 0 if it has none. */
  long lastCard(String box);

  /** Adds a card; false if its id or its number in the box is taken. */
  boolean add(Card card);

  // outbox

  @Nullable Deliverable deliverable(String turn);

  /** Adds a deliverable; false if its turn has one. */
  boolean add(Deliverable deliverable);

  /**
   * Adds an event; its number must be that of the head in the same transaction.
   *
   * @return false if its turn has its {@code task} event already
   */
  boolean add(Event event);

  /** Returns the number of the agent's last event in the outbox; 0 if there is none. */
  long lastEvent();

  // timers

  /** Sets a timer; replaces one of the same name. */
  void arm(Timer timer);

  void disarm(String name);

  /** Returns the agent's timers, the next one first. */
  List<Timer> timers();
}
