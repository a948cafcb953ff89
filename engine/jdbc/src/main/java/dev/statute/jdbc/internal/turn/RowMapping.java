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
 * How the rows of a table are told apart, and how what became of one is written: only where it is
 * as it was found, so that whoever was faster is noticed.
 *
 * @param byKey the condition that finds a row by its key
 * @param insert adds a row unless there is one
 * @param mustInsert whether {@code insert} must add one
 * @param update writes a row that is as it was; null = {@code insert} writes over what is there
 * @param updatesSideColumns whether {@code update} writes what is beside the content, too
 * @param condition the values that find it as it was
 * @param delete takes a row away; null = such rows stay
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
      batches.add(
          insert, mustInsert, of, RecordTable.concat(table.values(after), more.apply(after)));
    } else {
      @Nullable Object[] values = table.values(after);
      @Nullable Object[] all =
          updatesSideColumns ? RecordTable.concat(values, more.apply(after)) : values;
      batches.add(changed, true, of, RecordTable.concat(all, condition.apply(before)));
    }
  }

  /** A row of the graph: a message has one of each primitive and phase. */
  record EdgeKey(long message, Primitive primitive, Phase phase) {
    static EdgeKey of(ExecutionEdge row) {
      Long message = row.message();
      // those of no message are all different
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
