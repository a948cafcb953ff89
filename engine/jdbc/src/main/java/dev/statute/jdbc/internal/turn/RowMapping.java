package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.BatchStatement;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.StatementBatches;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of a table: the key of rows, and the statements of changes, which apply only to rows in
 * the state that was read, so that concurrent changes are detected.
 *
 * @param byKey the condition that finds a row by its key
 * @param insert inserts a row unless there is one
 * @param mustInsert true if {@code insert} must insert a row
 * @param update updates an unchanged row; null = {@code insert} overwrites
 * @param updatesSideColumns true if {@code update} writes side columns, too
 * @param condition the values that identify the state that was read
 * @param delete deletes a row; null = such rows stay
 */
record RowMapping<K, T>(
    RecordTable<T> table,
    Function<T, K> key,
    String byKey,
    BatchStatement insert,
    boolean mustInsert,
    @Nullable BatchStatement update,
    boolean updatesSideColumns,
    Function<T, @Nullable Object[]> condition,
    @Nullable BatchStatement delete) {

  /**
   * Adds the change of a row to batches.
   *
   * @param before null = missing
   * @param after null = deleted
   * @param more values of side columns
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
      batches.add(
          insert, mustInsert, of, RecordTable.concat(table.values(after), more.apply(after)));
    } else {
      @Nullable Object[] values = table.values(after);
      @Nullable Object[] all =
          updatesSideColumns ? RecordTable.concat(values, more.apply(after)) : values;
      batches.add(changed, true, of, RecordTable.concat(all, condition.apply(before)));
    }
  }

  /** Key of an edge: a message has one of each primitive and phase. */
  record EdgeKey(long message, Primitive primitive, Phase phase) {
    static EdgeKey of(ExecutionEdge row) {
      Long message = row.message();
      // edges without a message are all different
      return new EdgeKey(message == null ? -row.id() : message, row.primitive(), row.phase());
    }
  }

  private static <K, T> RowMapping<K, T> insertOnly(
      RecordTable<T> table,
      Function<T, K> key,
      String byKey,
      BatchStatement insert,
      boolean decides) {
    return new RowMapping<>(
        table, key, byKey, insert, decides, null, false, row -> TurnTables.row(), null);
  }

  private static <K, T> RowMapping<K, T> updatable(
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
          TurnTables.HEADS.insert("agent_id"),
          true,
          TurnTables.HEADS.updateWithSideColumns("agent_id", "turn_epoch#", "rev#"),
          true,
          row -> TurnTables.row(row.agent(), row.turnEpoch(), row.rev()),
          null);

  static final RowMapping<Long, Message> MESSAGES =
      updatable(
          TurnTables.MESSAGES,
          Message::id,
          "WHERE inbox_id = ?",
          TurnTables.MESSAGES.insert("agent_id, dedup_key"),
          TurnTables.MESSAGES.update("inbox_id#", "status"),
          row -> TurnTables.row(row.id(), row.status().word()));

  static final RowMapping<String, Turn> TURNS =
      updatable(
          TurnTables.TURNS,
          Turn::id,
          "WHERE agent_turn_id = ?",
          TurnTables.TURNS.insert(""),
          TurnTables.TURNS.update("agent_turn_id", "status"),
          row -> TurnTables.row(row.id(), row.status().word()));

  static final RowMapping<String, AwaitedCall> CALLS =
      updatable(
          TurnTables.CALLS,
          AwaitedCall::id,
          "WHERE tool_call_id = ?",
          TurnTables.CALLS.insert(""),
          TurnTables.CALLS.update("tool_call_id", "status"),
          row -> TurnTables.row(row.id(), row.status().word()));

  static final RowMapping<EdgeKey, ExecutionEdge> EDGES =
      insertOnly(
          CardTables.EDGES,
          EdgeKey::of,
          "WHERE inbox_id = ? AND primitive = ? AND edge_phase = ?",
          CardTables.EDGES.insert("inbox_id, primitive, edge_phase"),
          false);

  static final RowMapping<String, Box> BOXES =
      updatable(
          CardTables.BOXES,
          Box::id,
          "WHERE box_id = ?",
          CardTables.BOXES.insert("box_id"),
          CardTables.BOXES.update("box_id", "COALESCE(writer, '')"),
          row -> TurnTables.row(row.id(), row.writer() == null ? "" : row.writer()));

  static final RowMapping<String, Card> CARDS =
      insertOnly(
          CardTables.CARDS, Card::id, "WHERE card_id = ?", CardTables.CARDS.insert(""), true);

  static final RowMapping<String, Deliverable> DELIVERABLES =
      insertOnly(
          CardTables.DELIVERABLES,
          Deliverable::turn,
          "WHERE agent_turn_id = ?",
          CardTables.DELIVERABLES.insert(""),
          true);

  static final RowMapping<String, Timer> TIMERS =
      new RowMapping<>(
          CardTables.TIMERS,
          Timer::name,
          "WHERE name = ? AND agent_id = ?",
          CardTables.TIMERS.upsert("agent_id, name", ""),
          false,
          null,
          false,
          row -> TurnTables.row(row.agent(), row.name()),
          CardTables.TIMERS.delete("agent_id", "name"));
}
