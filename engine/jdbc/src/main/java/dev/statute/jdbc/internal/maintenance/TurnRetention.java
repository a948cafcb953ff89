package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.json.JsonText;
import dev.statute.turns.store.TurnStore.Pruned;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Pruning of finished turns. Scans every table once by its key, page by page: a reader finds the
 * rows, and one small transaction deletes those that are still finished.
 */
public final class TurnRetention {
  private static final int PAGE = 200;

  private static final String ENDED_STATUS = "status IN ('consumed', 'error', 'skipped')";

  private static final String TURNS =
      "x.status IN ('success', 'failed', 'stopped') AND x.ended_at < ? AND NOT EXISTS"
          + " (SELECT 1 FROM agent_outbox o WHERE o.agent_turn_id = x.agent_turn_id"
          + " AND o.type = 'task' AND o.published_at IS NULL) AND NOT EXISTS"
          + " (SELECT 1 FROM agent_inbox m WHERE m.agent_turn_id = x.agent_turn_id AND NOT m."
          + ENDED_STATUS
          + ")";

  private static final String TURN_DELETED =
      "(x.agent_turn_id IS NULL OR NOT EXISTS"
          + " (SELECT 1 FROM turns t WHERE t.agent_turn_id = x.agent_turn_id))";

  private static final String MESSAGES =
      "x." + ENDED_STATUS + " AND x.created_at < ? AND " + TURN_DELETED;

  private static final String EDGES =
      "x.created_at < ? AND NOT EXISTS"
          + " (SELECT 1 FROM agent_inbox m WHERE m.inbox_id = x.inbox_id)";

  /** Condition for the first kept event of an agent; the last one is always kept. */
  private static final String REFERENCED =
      "SELECT COALESCE(MIN(o.event_seq), (SELECT MAX(l.event_seq) FROM agent_outbox l"
          + " WHERE l.agent_id = ?)) FROM agent_outbox o WHERE o.agent_id = ?"
          + " AND (o.published_at IS NULL OR o.created_at >= ? OR EXISTS (SELECT 1 FROM turns t"
          + " WHERE t.agent_turn_id = o.agent_turn_id))";

  /** Condition for boxes that no column refers to. */
  private static final String UNREAD =
      "NOT EXISTS (SELECT 1 FROM agent_state_head h"
          + " WHERE h.context_box_id = x.box_id OR h.output_box_id = x.box_id)"
          + " AND NOT EXISTS (SELECT 1 FROM boxes f WHERE f.forked_from = x.box_id)";

  private static final String CARDS =
      "x.created_at < ? AND x.agent_turn_id IS NOT NULL AND "
          + TURN_DELETED
          + " AND "
          + UNREAD
          + " AND NOT EXISTS"
          + " (SELECT 1 FROM boxes b WHERE b.box_id = x.box_id AND b.writer IS NOT NULL)";

  private static final String BOXES =
      "x.writer IS NULL AND "
          + UNREAD
          + " AND NOT EXISTS (SELECT 1 FROM cards c WHERE c.box_id = x.box_id)";

  private static final String FORKED =
      "SELECT m.inbox_id FROM agent_inbox m WHERE NOT m."
          + ENDED_STATUS
          + " AND (REPLACE(m.payload, ?, '') <> m.payload"
          + " OR (m.payload NOT LIKE '{%' AND REPLACE(m.payload, ?, '') <> m.payload)) LIMIT 1";

  private final StoreConnections connections;
  private final long before;

  public TurnRetention(StoreConnections core, Instant before) {
    this.connections = core;
    this.before = before.toEpochMilli();
  }

  /** Deletes the rows with this key, if they are still finished, and counts them. */
  private interface RowDeletion {
    void apply(JdbcSession session, Object key, long[] deleted) throws SQLException;
  }

  public Pruned prune() {
    long[] turns = sweep("turns", "agent_turn_id", TURNS, this::deleteTurn);
    long inbox = turns[1] + sweep("agent_inbox", "inbox_id", MESSAGES);
    sweep("execution_edges", "edge_id", EDGES);
    long events = pruneEvents();
    long cards = 0;
    long boxes;
    do {
      // a fork's origin is free once the fork is deleted
      cards += sweep("cards", "card_id", CARDS, unreferenced("cards", "card_id", CARDS, before))[0];
      boxes = sweep("boxes", "box_id", BOXES, unreferenced("boxes", "box_id", BOXES))[0];
    } while (boxes > 0);
    return new Pruned(turns[0], inbox, events, cards);
  }

  /** Deletes a turn with its own rows; counts it, and its inbox rows. */
  private void deleteTurn(JdbcSession session, Object key, long[] deleted) throws SQLException {
    if (session.update(deleteSql("turns", "agent_turn_id", TURNS), key, before) == 0) {
      return;
    }
    session.update(
        "DELETE FROM execution_edges WHERE inbox_id IN"
            + " (SELECT inbox_id FROM agent_inbox WHERE agent_turn_id = ?)",
        key);
    deleted[0]++;
    deleted[1] += session.update("DELETE FROM agent_inbox WHERE agent_turn_id = ?", key);
    session.update("DELETE FROM turn_waiting_tools WHERE agent_turn_id = ?", key);
    session.update("DELETE FROM deliverables WHERE agent_turn_id = ?", key);
  }

  /** Deletes per agent from the first event on, so that the kept ones have no gaps. */
  private long pruneEvents() {
    long all = 0;
    String after = "";
    String ordered = connections.database.inBinaryOrder("agent_id");
    while (true) {
      String from = after;
      List<String> agents =
          connections.readers.read(
              "looking for agents",
              session ->
                  session.query(
                      String.format(
                          "SELECT agent_id FROM agent_state_head WHERE %1$s > ? ORDER BY %1$s"
                              + " LIMIT %2$d",
                          ordered, PAGE),
                      row -> row.getString(1),
                      from));
      if (agents.isEmpty()) {
        return all;
      }
      for (String agent : agents) {
        all += pruneEvents(agent);
      }
      after = agents.get(agents.size() - 1);
    }
  }

  private long pruneEvents(String agent) {
    long kept =
        connections.readers.read(
            "looking for old events of agent '" + agent + "'",
            session -> {
              Long first = session.first(REFERENCED, row -> row.getLong(1), agent, agent, before);
              return first == null ? 0 : first;
            });
    long all = 0;
    while (true) {
      int some =
          connections.runTask(
              "",
              "dropping old events of agent '" + agent + "'",
              session ->
                  session.update(
                      "DELETE FROM agent_outbox WHERE agent_id = ? AND event_seq IN"
                          + " (SELECT event_seq FROM agent_outbox WHERE agent_id = ?"
                          + " AND event_seq < ? ORDER BY event_seq LIMIT "
                          + PAGE
                          + ")",
                      agent,
                      agent,
                      kept));
      all += some;
      if (some < PAGE) {
        return all;
      }
    }
  }

  private static String deleteSql(String table, String key, String condition) {
    return String.format(
        "DELETE FROM %1$s WHERE %2$s IN (SELECT x.%2$s FROM %1$s x WHERE x.%2$s = ? AND %3$s)",
        table, key, condition);
  }

  private long sweep(String table, String key, String condition) {
    String sql = deleteSql(table, key, condition);
    return sweep(
        table,
        key,
        condition,
        (session, id, deleted) -> deleted[0] += session.update(sql, id, before))[0];
  }

  /** Deletes a card unless an unfinished request names its box. */
  private static RowDeletion unreferenced(
      String table, String key, String condition, Object... values) {
    String box = "SELECT box_id FROM " + table + " WHERE " + key + " = ?";
    String sql = deleteSql(table, key, condition);
    return (session, id, deleted) -> {
      String name = session.first(box, row -> row.getString(1), id);
      if (name != null && !isReferenced(session, name)) {
        deleted[0] += session.update(sql, RecordTable.concat(new Object[] {id}, values));
      }
    };
  }

  /**
   * Tests for an unfinished request that names a box: as a JSON string, or anywhere in text that is
   * no JSON. Thus a box with a similar name is not kept, and one with an escaped name is not
   * deleted.
   */
  private static boolean isReferenced(JdbcSession session, String box) throws SQLException {
    return session.first(FORKED, row -> row.getLong(1), JsonText.write(box), box) != null;
  }

  private long[] sweep(String table, String key, String condition, RowDeletion drop) {
    boolean numbers = key.equals("inbox_id") || key.equals("edge_id");
    String column = "x." + key;
    String ordered = numbers ? column : connections.database.inBinaryOrder(column);
    String sql =
        String.format(
            "SELECT %1$s FROM %2$s x WHERE %3$s > ? AND %4$s ORDER BY %3$s LIMIT %5$d",
            column, table, ordered, condition, PAGE);
    Function<Object, Object[]> values =
        condition.contains("?")
            ? after -> new Object[] {after, before}
            : after -> new Object[] {after};
    Object after = numbers ? (Object) Long.MIN_VALUE : "";
    long[] all = new long[2];
    while (true) {
      Object from = after;
      List<Object> page =
          connections.readers.read(
              "looking for old rows of " + table,
              session ->
                  session.query(
                      sql,
                      row -> numbers ? (Object) row.getLong(1) : row.getString(1),
                      values.apply(from)));
      if (page.isEmpty()) {
        return all;
      }
      long[] some =
          connections.runTask(
              "",
              "dropping old rows of " + table,
              session -> {
                long[] deleted = new long[2];
                for (Object id : page) {
                  drop.apply(session, id, deleted);
                }
                return deleted;
              });
      all[0] += some[0];
      all[1] += some[1];
      after = page.get(page.size() - 1);
    }
  }
}
