package dev.statute.jdbc;

import dev.statute.turns.Rows.Event;
import dev.statute.turns.TurnStore.Taken;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Who has taken which events on their way out; it is no part of an event, and has no checksum. */
final class Outgoing {
  private static final String FREE =
      "published_at IS NULL AND (taken_until IS NULL OR taken_until <= ?)";

  private final Core core;

  Outgoing(Core core) {
    this.core = core;
  }

  List<Taken> take(boolean calls, Instant now, Instant until, int atMost) {
    String free = FREE + (calls ? "" : " AND type <> '" + Event.TOOL_CALL + "'");
    long at = now.toEpochMilli();
    // looked at first, for mostly there is nothing, and a write would keep others waiting
    boolean some =
        core.readers.read(
            "looking for events that nobody has taken",
            session ->
                session.first(
                        "SELECT event_id FROM agent_outbox WHERE " + free + " LIMIT 1",
                        row -> row.getString(1),
                        at)
                    != null);
    if (!some) {
      return List.of();
    }
    String locking = core.database.locking();
    String sql =
        JdbcTurns.EVENTS
            + "WHERE "
            + free
            + " ORDER BY out_id LIMIT ?"
            + (locking.isEmpty() ? "" : locking + " SKIP LOCKED");
    return core.task(
        "",
        "taking events",
        session -> {
          List<Taken> taken = new ArrayList<>();
          for (Event event : session.query(sql, JdbcTurns::event, at, atMost)) {
            taken.add(new Taken(event, take(session, event.id(), until)));
          }
          return taken;
        });
  }

  private static int take(Session session, String id, Instant until) throws SQLException {
    session.update(
        "UPDATE agent_outbox SET taken_until = ?, taken = taken + 1 WHERE event_id = ?",
        until.toEpochMilli(),
        id);
    Integer times =
        session.first(
            "SELECT taken FROM agent_outbox WHERE event_id = ?", row -> row.getInt(1), id);
    return times == null ? 1 : times;
  }

  void hold(Collection<String> eventIds, Instant until) {
    core.task(
        "",
        "holding events",
        session -> {
          for (String id : eventIds) {
            session.update(
                "UPDATE agent_outbox SET taken_until = ?"
                    + " WHERE event_id = ? AND published_at IS NULL",
                until.toEpochMilli(),
                id);
          }
          return true;
        });
  }
}
