package dev.statute.turns.store;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of one transaction, for one agent. Writes that return a boolean compare first
 * and change nothing on a mismatch. Rows are read and written whole. Confined to the run of its
 * work; later use throws {@link IllegalStateException}.
 *
 * <table>
 * <caption>Tables</caption>
 * <tr><th>rows</th><th>found by</th><th>listed by</th><th>unique</th><th>updated if equal</th></tr>
 * <tr><td>Message, of the agent</td><td>id; dedup key</td><td>turn, by id</td><td>dedup key</td>
 *     <td>status</td></tr>
 * <tr><td>Turn</td><td>id</td><td>inbox row</td><td>id, inbox row</td><td>status</td></tr>
 * <tr><td>AwaitedCall</td><td>id</td><td>turn, in the order of insertion</td><td>id</td>
 *     <td>status</td></tr>
 * <tr><td>ExecutionEdge</td><td>–</td><td>inbox row, by id</td><td>inbox row, primitive, phase</td>
 *     <td>–</td></tr>
 * <tr><td>Box, of all agents</td><td>id</td><td>–</td><td>id</td><td>writer, null = none</td></tr>
 * <tr><td>Card, of all agents</td><td>id</td><td>{@link #cards}</td><td>id; number in its box</td>
 *     <td>–</td></tr>
 * <tr><td>Deliverable</td><td>turn</td><td>–</td><td>turn; card</td><td>–</td></tr>
 * <tr><td>Event</td><td>–</td><td>–</td><td>{@code task} event of a turn</td><td>–</td></tr>
 * <tr><td>Timer</td><td>–</td><td>agent, the next one first</td><td>replaces one of its name</td>
 *     <td>–</td></tr>
 * </table>
 */
public interface TurnTransaction {
  /** Returns the agent of the transaction. */
  String agent();

  /** Discards all writes when the work returns. */
  void abandon();

  /**
   * Returns the head, or null; locked until the end of the transaction if the store supports it.
   */
  @Nullable Head head();

  /** Creates the head; false if there is one. */
  boolean create(Head head);

  /** Writes the head if it has this turn epoch and rev; false if not, or if there is none. */
  boolean update(Head head, long turnEpoch, long rev);

  /**
   * Returns a row, or null.
   *
   * @param key a text, or the id of an inbox row
   */
  <T extends TurnRow> @Nullable T find(Class<T> table, Object key);

  /** Returns the rows of an owner. */
  <T extends TurnRow> List<T> list(Class<T> table, Object owner);

  /**
   * Adds a row; false if what is unique of it is taken. The number of an event must be that of the
   * head in the same transaction.
   *
   * @throws IllegalArgumentException if there is a turn of this id or inbox row, an inbox row of
   *     this id, or an event of another number is expected
   */
  boolean add(TurnRow row);

  /** Writes a row if its status, or the writer of a box, is still the expected one. */
  boolean update(TurnRow row, @Nullable Object expected);

  /** Removes a timer, if there is one of this name. */
  void disarm(String timer);

  /** Returns the queued row with the lowest id, or null. */
  @Nullable Message firstQueued();

  /** Returns the cards in a box itself from one number to another, both included, in order. */
  List<Card> cards(String box, long from, long to);

  /** Returns the number of the last card in a box itself, 0 if it has none. */
  long lastCard(String box);

  /** Returns the number of the agent's last event in the outbox; 0 if there is none. */
  long lastEvent();

  // what follows from these

  /**
   * Adds a row unless the agent has one with its dedup key.
   *
   * @return the stored row: this one if it was added, else the earlier one
   */
  default Message add(Message message) {
    return add((TurnRow) message)
        ? message
        : Objects.requireNonNull(message(message.dedupKey()), "the row of this key");
  }

  default @Nullable Message message(long id) {
    return find(Message.class, id);
  }

  default @Nullable Message message(String dedupKey) {
    return find(Message.class, dedupKey);
  }

  default List<Message> messages(String turn) {
    return list(Message.class, turn);
  }

  default @Nullable Turn turn(String id) {
    return find(Turn.class, id);
  }

  /** Returns the turn of an inbox row, or null. */
  default @Nullable Turn turnOf(long message) {
    return list(Turn.class, message).stream().findFirst().orElse(null);
  }

  default @Nullable AwaitedCall awaited(String call) {
    return find(AwaitedCall.class, call);
  }

  default List<AwaitedCall> calls(String turn) {
    return list(AwaitedCall.class, turn);
  }

  default List<ExecutionEdge> edges(long message) {
    return list(ExecutionEdge.class, message);
  }

  default @Nullable Box box(String id) {
    return find(Box.class, id);
  }

  /** Sets the only writer of a box, null = none, if the writer is {@code expected} now. */
  default boolean setWriter(String box, @Nullable String writer, @Nullable String expected) {
    Box row = box(box);
    return row != null && update(new Box(box, writer, row.forkedFrom(), row.forkedAt()), expected);
  }

  default @Nullable Card card(String id) {
    return find(Card.class, id);
  }

  default @Nullable Deliverable deliverable(String turn) {
    return find(Deliverable.class, turn);
  }

  default List<Timer> timers() {
    return list(Timer.class, agent());
  }
}
