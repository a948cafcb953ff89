package dev.statute.jdbc;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Box;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.EdgeRow;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Timer;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a table are told apart, and how what became of one is written: only where it is
 * as it was found, so that whoever was faster is noticed.
 *
 * @param byKey the condition that finds a row by its key
 * @param insert adds a row unless there is one
 * @param decides whether {@code insert} must add one
 * @param update writes a row that is as it was; null = {@code insert} writes over what is there
 * @param whole whether {@code update} writes what is beside the content, too
 * @param condition the values that find it as it was
 * @param delete takes a row away; null = such rows stay
 */
record RowMapping<K, T>(
    RecordTable<T> table,
    Function<T, K> key,
    String byKey,
    BatchStatement insert,
    boolean decides,
    @Nullable BatchStatement update,
    boolean whole,
    Function<T, @Nullable Object[]> condition,
    @Nullable BatchStatement delete) {

  /**
   * Has written what became of a row.
   *
   * @param before null = it was not
   * @param after null = it shall not be
   * @param more values of what is beside the content
   */
  void write(
      StatementBatches<TurnWrite<?>> batches,
      TurnWrite<?> of,
      @Nullable T before,
      @Nullable T after,
      Function<T, @Nullable Object[]> more) {
    BatchStatement changed = update;
    if (after == null) {
      if (before != null && delete != null) {
        batches.add(delete, false, of, condition.apply(before));
      }
    } else if (before == null || changed == null) {
      batches.add(insert, decides, of, RecordTable.and(table.values(after), more.apply(after)));
    } else {
      @Nullable Object[] values = table.values(after);
      @Nullable Object[] all = whole ? RecordTable.and(values, more.apply(after)) : values;
      batches.add(changed, true, of, RecordTable.and(all, condition.apply(before)));
    }
  }

  /** A row of the graph: a message has one of each primitive and phase. */
  record EdgeKey(long message, Primitive primitive, Phase phase) {
    static EdgeKey of(EdgeRow row) {
      Long message = row.message();
      // those of no message are all different
      return new EdgeKey(message == null ? -row.id() : message, row.primitive(), row.phase());
    }
  }

  private static <K, T> RowMapping<K, T> added(
      RecordTable<T> table,
      Function<T, K> key,
      String byKey,
      BatchStatement insert,
      boolean decides) {
    return new RowMapping<>(
        table, key, byKey, insert, decides, null, false, row -> TurnTables.values(), null);
  }

  private static <K, T> RowMapping<K, T> changed(
      RecordTable<T> table,
      Function<T, K> key,
      String byKey,
      BatchStatement insert,
      BatchStatement update,
      Function<T, @Nullable Object[]> condition) {
    return new RowMapping<>(table, key, byKey, insert, true, update, false, condition, null);
  }

  static final RowMapping<String, Head> HEADS =
      new RowMapping<>(
          TurnTables.HEADS,
          Head::agent,
          "WHERE agent_id = ?",
          TurnTables.HEADS.inserting("agent_id"),
          true,
          TurnTables.HEADS.updatingWhole("agent_id", "turn_epoch#", "rev#"),
          true,
          row -> TurnTables.values(row.agent(), row.turnEpoch(), row.rev()),
          null);

  static final RowMapping<Long, Message> MESSAGES =
      changed(
          TurnTables.MESSAGES,
          Message::id,
          "WHERE inbox_id = ?",
          TurnTables.MESSAGES.inserting("agent_id, dedup_key"),
          TurnTables.MESSAGES.updating("inbox_id#", "status"),
          row -> TurnTables.values(row.id(), row.status().word()));

  static final RowMapping<String, Turn> TURNS =
      changed(
          TurnTables.TURNS,
          Turn::id,
          "WHERE agent_turn_id = ?",
          TurnTables.TURNS.inserting(""),
          TurnTables.TURNS.updating("agent_turn_id", "status"),
          row -> TurnTables.values(row.id(), row.status().word()));

  static final RowMapping<String, Awaited> CALLS =
      changed(
          TurnTables.CALLS,
          Awaited::id,
          "WHERE tool_call_id = ?",
          TurnTables.CALLS.inserting(""),
          TurnTables.CALLS.updating("tool_call_id", "status"),
          row -> TurnTables.values(row.id(), row.status().word()));

  static final RowMapping<EdgeKey, EdgeRow> EDGES =
      added(
          CardTables.EDGES,
          EdgeKey::of,
          "WHERE inbox_id = ? AND primitive = ? AND edge_phase = ?",
          CardTables.EDGES.inserting("inbox_id, primitive, edge_phase"),
          false);

  static final RowMapping<String, Box> BOXES =
      changed(
          CardTables.BOXES,
          Box::id,
          "WHERE box_id = ?",
          CardTables.BOXES.inserting("box_id"),
          CardTables.BOXES.updating("box_id", "COALESCE(writer, '')"),
          row -> TurnTables.values(row.id(), row.writer() == null ? "" : row.writer()));

  static final RowMapping<String, Card> CARDS =
      added(CardTables.CARDS, Card::id, "WHERE card_id = ?", CardTables.CARDS.inserting(""), true);

  static final RowMapping<String, Deliverable> DELIVERABLES =
      added(
          CardTables.DELIVERABLES,
          Deliverable::turn,
          "WHERE agent_turn_id = ?",
          CardTables.DELIVERABLES.inserting(""),
          true);

  static final RowMapping<String, Timer> TIMERS =
      new RowMapping<>(
          CardTables.TIMERS,
          Timer::name,
          "WHERE name = ? AND agent_id = ?",
          CardTables.TIMERS.replacing("agent_id, name", ""),
          false,
          null,
          false,
          row -> TurnTables.values(row.agent(), row.name()),
          CardTables.TIMERS.deleting("agent_id", "name"));
}
