package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.RecordTable.RawRow;
import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.jdbc.internal.turn.CardTables;
import dev.statute.jdbc.internal.turn.TurnTables;
import dev.statute.json.JsonText;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore.Discarded;
import dev.statute.turns.store.TurnTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Repair of the unreadable rows of one agent: damaged rows are marked and become readable; a turn
 * that depends on one ends with a deliverable that names the cause, and the agent starts again. The
 * rows are repaired first, then a normal transaction ends the turn; after a crash in between, a
 * second repair completes the work.
 */
public final class AgentRepair {
  /** Agents with any row. */
  public static final String AGENTS =
      "SELECT agent_id FROM agent_state_head UNION SELECT agent_id FROM agent_inbox"
          + " UNION SELECT agent_id FROM turns UNION SELECT agent_id FROM agent_outbox"
          + " ORDER BY agent_id";

  private static final String UNFINISHED =
      "WHERE agent_id = ? AND status IN ('dispatched', 'running', 'suspended')";
  private static final String OF_AGENT = "WHERE agent_id = ?";
  private static final Set<String> TYPES = typeNames(MessageType.values());

  private final JdbcSession session;
  private final String agent;
  private final Set<String> openTurns = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();
  private boolean endsTurns;

  private AgentRepair(JdbcSession session, String agent, boolean always) {
    this.session = session;
    this.agent = agent;
    endsTurns = always;
  }

  private static Set<String> typeNames(MessageType... all) {
    Set<String> words = new LinkedHashSet<>();
    Arrays.stream(all).forEach(each -> words.add(each.word()));
    return words;
  }

  /**
   * Makes the rows of an agent readable.
   *
   * @param always true if its turn ends even without damage
   * @return the damage, and the turns that must be {@linkplain #endTurns ended}
   */
  public static Discarded repairAgent(JdbcSession session, String agent, boolean always)
      throws SQLException {
    AgentRepair repair = new AgentRepair(session, agent, always);
    repair.repairRows();
    return new Discarded(
        repair.problems, repair.endsTurns ? List.copyOf(repair.openTurns) : List.of());
  }

  private void repairRows() throws SQLException {
    List<RawRow> heads = TurnTables.HEADS.rawRows(session, OF_AGENT, agent);
    for (RawRow head : heads) {
      if (head.get(8) instanceof String turn) {
        openTurns.add(turn);
      }
      endsTurns |= recordDamage(TurnTables.HEADS, head);
    }
    for (RawRow turn : TurnTables.TURNS.rawRows(session, UNFINISHED, agent)) {
      openTurns.add(String.valueOf(turn.get(0)));
    }
    repair(TurnTables.TURNS, OF_AGENT, 0, row -> row);
    repairMessages();
    repair(TurnTables.CALLS, OF_AGENT, 1, AgentRepair::asDropped);
    repair(
        CardTables.CARDS,
        "WHERE agent_turn_id IN (SELECT agent_turn_id FROM turns WHERE agent_id = ?)",
        4,
        row -> with(row, 6, damageText(row)));
    repair(CardTables.EVENTS, OF_AGENT, 3, row -> with(row, 6, damageText(row)));
    for (RawRow timer : CardTables.TIMERS.rawRows(session, OF_AGENT, agent)) {
      endsTurns |= recordDamage(CardTables.TIMERS, timer);
    }
    if (endsTurns) {
      session.update("DELETE FROM agent_timers WHERE agent_id = ?", agent);
      session.update("DELETE FROM agent_signals WHERE agent_id = ?", agent);
      session.update("DELETE FROM agent_state_head WHERE agent_id = ?", agent);
    } else if (!problems.isEmpty()) {
      for (RawRow head : heads) {
        incrementChanges(head);
      }
    }
  }

  /** Invalidates all caches of the agent. */
  private void incrementChanges(RawRow head) throws SQLException {
    long changes = head.sideValues()[0] instanceof Long number ? number + 1 : 1;
    @Nullable Object[] values = SideColumns.CHANGES.values(agent, changes);
    session.update(
        "UPDATE agent_state_head SET changes = ?, changes_crc = ? WHERE agent_id = ?",
        values[0],
        values[1],
        agent);
  }

  private boolean recordDamage(RecordTable<?> table, RawRow row) {
    if (row.damage() == null) {
      return false;
    }
    problems.add("row '" + row.get(0) + "' of table " + table.name() + ": " + row.damage());
    return true;
  }

  /**
   * Repairs the rows of a table.
   *
   * @param turn index of the column with the turn
   */
  private void repair(RecordTable<?> table, String where, int turn, UnaryOperator<RawRow> rewriting)
      throws SQLException {
    for (RawRow row : table.rawRows(session, where, agent)) {
      if (recordDamage(table, row)) {
        endsTurns |= openTurns.contains(String.valueOf(row.get(turn)));
        table.rewrite(session, rewriting.apply(row));
      }
    }
  }

  /** Ends unreadable requests as errors with the cause. */
  private void repairMessages() throws SQLException {
    for (RawRow row : TurnTables.MESSAGES.rawRows(session, OF_AGENT, agent)) {
      if (recordDamage(TurnTables.MESSAGES, row)) {
        endsTurns |= row.get(6) != null && openTurns.contains(String.valueOf(row.get(6)));
        RawRow over = with(with(row, 8, InboxStatus.ERROR.word()), 14, "damaged: " + row.damage());
        over = with(over, 10, "{}");
        boolean known = TYPES.contains(String.valueOf(row.get(3)));
        TurnTables.MESSAGES.rewrite(session, known ? over : with(over, 3, MessageType.TURN.word()));
      }
    }
  }

  private static RawRow asDropped(RawRow row) {
    return with(with(row, 6, "dropped"), 10, null);
  }

  private static String damageText(RawRow row) {
    return JsonText.write(Map.of("problem", "damaged: " + row.damage()));
  }

  private static RawRow with(RawRow row, int column, @Nullable Object value) {
    @Nullable Object[] values = row.values().clone();
    values[column] = value;
    return new RawRow(values, row.sideValues(), row.damage());
  }

  /** Ends the damaged turns, by a normal transaction of an agent without a head. */
  public static void endTurns(TurnTransaction tx, List<String> turns, String why, Instant now) {
    for (String id : turns) {
      Turn turn = tx.turn(id);
      if (turn != null && !turn.status().isEnded()) {
        endTurn(tx, turn, why, now);
      }
    }
  }

  private static void endTurn(TurnTransaction tx, Turn turn, String why, Instant now) {
    Deliverable before = tx.deliverable(turn.id());
    TurnStatus outcome = before == null ? TurnStatus.FAILED : before.outcome();
    String card = before == null ? "discarded-" + turn.id() : before.card();
    if (before == null) {
      Map<String, Object> content = new LinkedHashMap<>();
      content.put("outcome", outcome.word());
      content.put("reason", "discarded");
      content.put("error", why);
      content.put("results", List.of());
      tx.add(
          new Card(
              card,
              card,
              1,
              "task.deliverable",
              turn.id(),
              turn.epoch(),
              JsonText.write(content),
              now));
      tx.add(new Deliverable(turn.id(), card, outcome));
      Map<String, Object> ids = new LinkedHashMap<>();
      ids.put("agent", tx.agent());
      ids.put("turn", turn.id());
      ids.put("inbox", Long.toString(turn.message()));
      ids.put("deliverable_card_id", card);
      ids.put("output_box_id", card);
      ids.put("status", outcome.word());
      tx.add(
          new Event(
              "event-" + card,
              tx.agent(),
              tx.lastEvent() + 1,
              turn.id(),
              turn.epoch(),
              Event.TASK,
              JsonText.write(ids),
              now,
              null));
    }
    tx.update(
        turn.with(turn.epoch(), turn.attempt(), outcome, turn.startedAt(), now), turn.status());
    for (Message row : tx.messages(turn.id())) {
      if (row.status() == InboxStatus.PENDING
          || row.status() == InboxStatus.PROCESSING
          || row.status() == InboxStatus.DEFERRED) {
        tx.update(row.withStatus(InboxStatus.ERROR, why), row.status());
      }
    }
  }
}
