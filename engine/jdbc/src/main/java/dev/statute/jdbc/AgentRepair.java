package dev.statute.jdbc;

import dev.statute.jdbc.RecordTable.Raw;
import dev.statute.json.JsonText;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.MessageType;
import dev.statute.turns.TurnStatuses.TurnStatus;
import dev.statute.turns.TurnStore.Discarded;
import dev.statute.turns.TurnTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives up what cannot be read of one agent: a damaged row says so from then on and can be read
 * again, and where the agent's turn hangs on it, the turn ends with a deliverable that says why and
 * the agent begins anew. First the rows are made readable, then the turn is ended by an ordinary
 * transaction; whoever dies in between does the rest the next time.
 */
final class AgentRepair {
  /** Whoever has any row. */
  static final String AGENTS =
      "SELECT agent_id FROM agent_state_head UNION SELECT agent_id FROM agent_inbox"
          + " UNION SELECT agent_id FROM turns UNION SELECT agent_id FROM agent_outbox"
          + " ORDER BY agent_id";

  private static final String UNFINISHED =
      "WHERE agent_id = ? AND status IN ('dispatched', 'running', 'suspended')";
  private static final String OF_AGENT = "WHERE agent_id = ?";
  private static final Set<String> TYPES = words(MessageType.values());

  private final JdbcSession session;
  private final String agent;
  private final Set<String> open = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();
  private boolean ends;

  private AgentRepair(JdbcSession session, String agent, boolean always) {
    this.session = session;
    this.agent = agent;
    ends = always;
  }

  private static Set<String> words(MessageType... all) {
    Set<String> words = new LinkedHashSet<>();
    Arrays.stream(all).forEach(each -> words.add(each.word()));
    return words;
  }

  /**
   * What was found.
   *
   * @param ends turns that must be ended
   */
  record Found(List<String> problems, Set<String> ends) {}

  /**
   * Makes the rows of an agent readable.
   *
   * @param always whether its turn ends even if nothing is damaged
   */
  static Found readable(JdbcSession session, String agent, boolean always) throws SQLException {
    AgentRepair repair = new AgentRepair(session, agent, always);
    repair.rows();
    return new Found(
        List.copyOf(repair.problems), repair.ends ? Set.copyOf(repair.open) : Set.of());
  }

  private void rows() throws SQLException {
    List<Raw> heads = TurnTables.HEADS.raw(session, OF_AGENT, agent);
    for (Raw head : heads) {
      if (head.get(8) instanceof String turn) {
        open.add(turn);
      }
      ends |= isDamaged(TurnTables.HEADS, head);
    }
    for (Raw turn : TurnTables.TURNS.raw(session, UNFINISHED, agent)) {
      open.add(String.valueOf(turn.get(0)));
    }
    repair(TurnTables.TURNS, OF_AGENT, 0, row -> row);
    messages();
    repair(TurnTables.CALLS, OF_AGENT, 1, AgentRepair::dropped);
    repair(
        CardTables.CARDS,
        "WHERE agent_turn_id IN (SELECT agent_turn_id FROM turns WHERE agent_id = ?)",
        4,
        row -> with(row, 6, problem(row)));
    repair(CardTables.EVENTS, OF_AGENT, 3, row -> with(row, 6, problem(row)));
    for (Raw timer : CardTables.TIMERS.raw(session, OF_AGENT, agent)) {
      ends |= isDamaged(CardTables.TIMERS, timer);
    }
    if (ends) {
      session.update("DELETE FROM agent_timers WHERE agent_id = ?", agent);
      session.update("DELETE FROM agent_signals WHERE agent_id = ?", agent);
      session.update("DELETE FROM agent_state_head WHERE agent_id = ?", agent);
    } else if (!problems.isEmpty()) {
      for (Raw head : heads) {
        touched(head);
      }
    }
  }

  /** Whoever remembers anything of the agent reads it again. */
  private void touched(Raw head) throws SQLException {
    long changes = head.beside()[0] instanceof Long number ? number + 1 : 1;
    @Nullable Object[] values = SideColumns.CHANGES.values(agent, changes);
    session.update(
        "UPDATE agent_state_head SET changes = ?, changes_crc = ? WHERE agent_id = ?",
        values[0],
        values[1],
        agent);
  }

  private interface Rewriting {
    Raw of(Raw row);
  }

  private boolean isDamaged(RecordTable<?> table, Raw row) {
    if (row.damage() == null) {
      return false;
    }
    problems.add("row '" + row.get(0) + "' of table " + table.name() + ": " + row.damage());
    return true;
  }

  /**
   * @param turn which of the columns has the turn
   */
  private void repair(RecordTable<?> table, String where, int turn, Rewriting rewriting)
      throws SQLException {
    for (Raw row : table.raw(session, where, agent)) {
      if (isDamaged(table, row)) {
        ends |= open.contains(String.valueOf(row.get(turn)));
        table.rewrite(session, rewriting.of(row));
      }
    }
  }

  /** A request that nobody can read is over, and says why. */
  private void messages() throws SQLException {
    for (Raw row : TurnTables.MESSAGES.raw(session, OF_AGENT, agent)) {
      if (isDamaged(TurnTables.MESSAGES, row)) {
        ends |= row.get(6) != null && open.contains(String.valueOf(row.get(6)));
        Raw over = with(with(row, 8, InboxStatus.ERROR.word()), 14, "damaged: " + row.damage());
        over = with(over, 10, "{}");
        boolean known = TYPES.contains(String.valueOf(row.get(3)));
        TurnTables.MESSAGES.rewrite(session, known ? over : with(over, 3, MessageType.TURN.word()));
      }
    }
  }

  private static Raw dropped(Raw row) {
    return with(with(row, 6, "dropped"), 10, null);
  }

  private static String problem(Raw row) {
    return JsonText.write(Map.of("problem", "damaged: " + row.damage()));
  }

  private static Raw with(Raw row, int column, @Nullable Object value) {
    @Nullable Object[] values = row.values().clone();
    values[column] = value;
    return new Raw(values, row.beside(), row.damage());
  }

  /** Ends the turns that were found, by an ordinary transaction of an agent without a head. */
  static Discarded end(TurnTransaction tx, Found found, String why, Instant now) {
    for (String id : found.ends) {
      Turn turn = tx.turn(id);
      if (turn != null && !turn.status().isEnded()) {
        end(tx, turn, why, now);
      }
    }
    return new Discarded(found.problems, List.copyOf(found.ends));
  }

  private static Message over(Message row, String why) {
    return new Message(
        row.id(),
        row.agent(),
        row.type(),
        row.dedupKey(),
        row.correlation(),
        row.turn(),
        row.epoch(),
        InboxStatus.ERROR,
        row.tries(),
        row.payload(),
        row.lineage(),
        why,
        row.createdAt());
  }

  private static void end(TurnTransaction tx, Turn turn, String why, Instant now) {
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
    tx.change(
        new Turn(
            turn.id(),
            turn.agent(),
            turn.message(),
            turn.epoch(),
            turn.attempt(),
            outcome,
            turn.startedAt(),
            now),
        turn.status());
    for (Message row : tx.messages(turn.id())) {
      if (row.status() == InboxStatus.PENDING
          || row.status() == InboxStatus.PROCESSING
          || row.status() == InboxStatus.DEFERRED) {
        tx.change(over(row, why), row.status());
      }
    }
  }
}
