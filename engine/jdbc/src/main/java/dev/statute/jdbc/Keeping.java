package dev.statute.jdbc;

import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.Box;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Deliverable;
import dev.statute.turns.Rows.EdgeRow;
import dev.statute.turns.Rows.Head;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Timer;
import dev.statute.turns.Rows.Turn;
import dev.statute.turns.Words.Phase;
import dev.statute.turns.Words.Primitive;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a table are told apart, and how what became of one is written: only where it is
 * as it was found, so that whoever was faster is noticed.
 *
 * @param byKey the condition that finds a row by its key
 * @param insert adds a row unless there is one
 * @param more what {@code insert} takes besides the values of the row
 * @param decides whether {@code insert} must add one
 * @param update writes a row that is as it was; empty = {@code insert} writes over what is there
 * @param condition the values that find it as it was
 * @param delete takes a row away; empty = such rows stay
 */
record Keeping<K, T>(
    Table<T> table,
    Function<T, K> key,
    String byKey,
    String insert,
    Function<T, @Nullable Object[]> more,
    boolean decides,
    String update,
    Function<T, @Nullable Object[]> condition,
    String delete) {

  /** Has written what became of a row; null = it was not, or shall not be. */
  void write(
      Batches<TurnWrite<?>> batches, TurnWrite<?> of, @Nullable T before, @Nullable T after) {
    if (after == null) {
      if (before != null) {
        batches.add(delete, false, of, condition.apply(before));
      }
    } else if (before == null || update.isEmpty()) {
      batches.add(insert, decides, of, Table.and(table.values(after), more.apply(after)));
    } else {
      batches.add(update, true, of, Table.and(table.values(after), condition.apply(before)));
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

  private static <K, T> Keeping<K, T> added(
      Table<T> table, Function<T, K> key, String byKey, String insert, boolean decides) {
    return new Keeping<>(
        table, key, byKey, insert, Keeping::nothing, decides, "", Keeping::nothing, "");
  }

  private static <K, T> Keeping<K, T> changed(
      Table<T> table,
      Function<T, K> key,
      String byKey,
      String insert,
      String unchanged,
      Function<T, @Nullable Object[]> condition) {
    return new Keeping<>(
        table,
        key,
        byKey,
        insert,
        Keeping::nothing,
        true,
        table.updating(unchanged),
        condition,
        "");
  }

  private static @Nullable Object[] nothing(Object row) {
    return TurnTables.values();
  }

  static final Keeping<String, Head> HEADS =
      changed(
          TurnTables.HEADS,
          Head::agent,
          "WHERE agent_id = ?",
          TurnTables.HEADS.inserting("agent_id"),
          "agent_id = ? AND turn_epoch = ? AND rev = ?",
          row -> TurnTables.values(row.agent(), row.turnEpoch(), row.rev()));

  static final Keeping<Long, Message> MESSAGES =
      changed(
          TurnTables.MESSAGES,
          Message::id,
          "WHERE inbox_id = ?",
          TurnTables.MESSAGES.inserting("agent_id, dedup_key"),
          "inbox_id = ? AND status = ?",
          row -> TurnTables.values(row.id(), row.status().word()));

  static final Keeping<String, Turn> TURNS =
      changed(
          TurnTables.TURNS,
          Turn::id,
          "WHERE agent_turn_id = ?",
          TurnTables.TURNS.inserting(""),
          "agent_turn_id = ? AND status = ?",
          row -> TurnTables.values(row.id(), row.status().word()));

  static final Keeping<String, Awaited> CALLS =
      new Keeping<>(
          TurnTables.CALLS,
          Awaited::id,
          "WHERE tool_call_id = ?",
          TurnTables.CALLS.inserting(
              "n", "(SELECT COUNT(*) FROM turn_waiting_tools WHERE agent_turn_id = ?)"),
          row -> TurnTables.values(row.turn()),
          true,
          TurnTables.CALLS.updating("tool_call_id = ? AND status = ?"),
          row -> TurnTables.values(row.id(), row.status().word()),
          "");

  static final Keeping<EdgeKey, EdgeRow> EDGES =
      added(
          CardTables.EDGES,
          EdgeKey::of,
          "WHERE inbox_id = ? AND primitive = ? AND edge_phase = ?",
          CardTables.EDGES.inserting("inbox_id, primitive, edge_phase"),
          false);

  static final Keeping<String, Box> BOXES =
      changed(
          CardTables.BOXES,
          Box::id,
          "WHERE box_id = ?",
          CardTables.BOXES.inserting("box_id"),
          "box_id = ? AND COALESCE(writer, '') = ?",
          row -> TurnTables.values(row.id(), row.writer() == null ? "" : row.writer()));

  static final Keeping<String, Card> CARDS =
      added(CardTables.CARDS, Card::id, "WHERE card_id = ?", CardTables.CARDS.inserting(""), true);

  static final Keeping<String, Deliverable> DELIVERABLES =
      added(
          CardTables.DELIVERABLES,
          Deliverable::turn,
          "WHERE agent_turn_id = ?",
          CardTables.DELIVERABLES.inserting(""),
          true);

  static final Keeping<String, Timer> TIMERS =
      new Keeping<>(
          CardTables.TIMERS,
          Timer::name,
          "WHERE name = ? AND agent_id = ?",
          CardTables.TIMERS.replacing("agent_id, name", ""),
          Keeping::nothing,
          false,
          "",
          row -> TurnTables.values(row.agent(), row.name()),
          "DELETE FROM agent_timers WHERE agent_id = ? AND name = ?");
}
