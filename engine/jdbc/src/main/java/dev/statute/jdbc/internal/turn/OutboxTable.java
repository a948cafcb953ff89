package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.DamageTolerantReader;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore.ClaimedEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outbox of events: their claims and publication, which are no content of an event and have a
 * checksum of their own.
 */
public final class OutboxTable {
  private static final String AVAILABLE =
      "published_at IS NULL AND (taken_until IS NULL OR taken_until <= ?)";
  private static final String WAITING = "WHERE published_at IS NULL ORDER BY out_id LIMIT ?";
  private static final String UPDATE =
      "UPDATE agent_outbox SET out_id = ?, published_at = ?, taken_until = ?, taken = ?,"
          + " left_crc = ? WHERE event_id = ?";

  /** Index of the agent column of {@code agent_outbox}, and the side columns. */
  private static final int AGENT_COLUMN = 2;

  /** Growth of the number of examined rows, and its limit. */
  private static final int GROWTH = 8;

  private static final int MAX_SCANNED = 100_000;

  private static final int SIDE_COLUMNS = CardTables.EVENTS.sideColumn(0);

  private final StoreConnections connections;
  private final DamageTolerantReader reader;

  public OutboxTable(StoreConnections core, DamageTolerantReader undamaged) {
    this.connections = core;
    this.reader = undamaged;
  }

  /** Event, its place among all, and the number of its claims. */
  private record OutboxRow(Event event, long place, int attempts) {
    static OutboxRow of(ResultSet row) throws SQLException {
      return new OutboxRow(
          OutboxTable.event(row), row.getLong(SIDE_COLUMNS), row.getInt(SIDE_COLUMNS + 3));
    }

    /** Returns the values of {@link #UPDATE}. */
    @Nullable Object[] updateValues(
        @Nullable Instant published, @Nullable Instant until, int times) {
      String id = event.id();
      Long at = RecordTable.millis(published);
      return RecordTable.concat(
          SideColumns.PUBLICATION.values(id, place, at, RecordTable.millis(until), times), id);
    }
  }

  /** Reads an event with its time of publication. */
  public static Event event(ResultSet row) throws SQLException {
    Event event = CardTables.EVENTS.readVerified(row);
    Long published = JdbcSession.longOrNull(row, SIDE_COLUMNS + 1);
    return event.publishedAt(published == null ? null : Instant.ofEpochMilli(published));
  }

  public List<Event> unpublished(int atMost) {
    return connections.readers.read(
        "looking for events that have not left",
        session ->
            reader.list(
                session, CardTables.EVENTS, OutboxTable::event, AGENT_COLUMN, WAITING, atMost));
  }

  public List<ClaimedEvent> claimEvents(
      Predicate<Event> wanted, Instant now, Instant until, int atMost) {
    long at = now.toEpochMilli();
    // read first: mostly there is nothing, and a write would delay others
    List<String> ids =
        connections.readers.read(
            "looking for unclaimed events", session -> select(session, wanted, atMost, at));
    if (ids.isEmpty()) {
      return List.of();
    }
    String rest =
        "WHERE "
            + AVAILABLE
            + " AND event_id IN (?"
            + ", ?".repeat(ids.size() - 1)
            + ") ORDER BY out_id LIMIT ?"
            + connections.database.skipLockedClause();
    return connections.runTask(
        "",
        "taking events",
        session -> {
          List<ClaimedEvent> taken = new ArrayList<>();
          List<@Nullable Object[]> marks = new ArrayList<>();
          for (OutboxRow each : readAvailable(session, rest, atMost, at, ids)) {
            taken.add(new ClaimedEvent(each.event, each.attempts + 1));
            marks.add(each.updateValues(null, until, each.attempts + 1));
          }
          update(session, marks);
          return taken;
        });
  }

  /** Examines more rows as long as too few of them are selected. */
  private List<String> select(JdbcSession session, Predicate<Event> wanted, int atMost, long now)
      throws SQLException {
    for (int most = atMost; ; most *= GROWTH) {
      List<OutboxRow> all =
          readAvailable(
              session, "WHERE " + AVAILABLE + " ORDER BY out_id LIMIT ?", most, now, List.of());
      List<String> ids =
          all.stream().map(OutboxRow::event).filter(wanted).map(Event::id).limit(atMost).toList();
      if (ids.size() == atMost || all.size() < most || most > MAX_SCANNED) {
        return ids;
      }
    }
  }

  private List<OutboxRow> readAvailable(
      JdbcSession session, String rest, int atMost, long now, List<String> ids)
      throws SQLException {
    Object[] values = Stream.concat(Stream.of(now), ids.stream()).toArray();
    return reader.list(
        session, CardTables.EVENTS, OutboxRow::of, AGENT_COLUMN, rest, atMost, values);
  }

  private static void update(JdbcSession session, List<@Nullable Object[]> marks)
      throws SQLException {
    if (!marks.isEmpty()) {
      session.batch(UPDATE, marks);
    }
  }

  public void extendClaims(Collection<String> eventIds, Instant until) {
    updateEach(
        "holding events", eventIds, leaving -> leaving.updateValues(null, until, leaving.attempts));
  }

  public void markPublished(Collection<String> eventIds, Instant at) {
    updateEach(
        "marking events as published", eventIds, leaving -> leaving.updateValues(at, null, 0));
  }

  /** Updates unpublished events, in one transaction, and in one order everywhere. */
  private void updateEach(
      String doing, Collection<String> eventIds, Function<OutboxRow, @Nullable Object[]> marking) {
    if (eventIds.isEmpty()) {
      return;
    }
    String one =
        CardTables.EVENTS.select(
            "WHERE event_id = ? AND published_at IS NULL" + connections.database.lockClause());
    boolean unused =
        connections.runTask(
            "",
            doing,
            session -> {
              List<@Nullable Object[]> marks = new ArrayList<>();
              for (String id : new TreeSet<>(eventIds)) {
                OutboxRow leaving = session.first(one, OutboxRow::of, id);
                if (leaving != null) {
                  marks.add(marking.apply(leaving));
                }
              }
              update(session, marks);
              return true;
            });
  }
}
