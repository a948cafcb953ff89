package dev.statute.jdbc;

import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnStore.Taken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way out: who has taken which, and which have left. It is no part of an event, and
 * has a checksum of its own.
 */
final class OutboxTable {
  private static final String FREE =
      "published_at IS NULL AND (taken_until IS NULL OR taken_until <= ?)";
  private static final String WAITING = "WHERE published_at IS NULL ORDER BY out_id LIMIT ?";
  private static final String MARK =
      "UPDATE agent_outbox SET out_id = ?, published_at = ?, taken_until = ?, taken = ?,"
          + " left_crc = ? WHERE event_id = ?";

  /** Which of the columns of {@code agent_outbox} has the agent, and which are beside. */
  private static final int AGENT = 2;

  /** How many more are looked through, and how many at most. */
  private static final int MORE = 8;

  private static final int MOST = 100_000;

  private static final int BESIDE = CardTables.EVENTS.behind(0);

  private final StoreConnections core;
  private final DamageTolerantReader undamaged;

  OutboxTable(StoreConnections core, DamageTolerantReader undamaged) {
    this.core = core;
    this.undamaged = undamaged;
  }

  /** An event, its place among all, and how often somebody took it. */
  private record Leaving(Event event, long place, int taken) {
    static Leaving of(ResultSet row) throws SQLException {
      return new Leaving(OutboxTable.event(row), row.getLong(BESIDE), row.getInt(BESIDE + 3));
    }

    /** The values of {@link #MARK}. */
    @Nullable Object[] marked(@Nullable Instant published, @Nullable Instant until, int times) {
      String id = event.id();
      Long at = RecordTable.millis(published);
      return RecordTable.and(
          SideColumns.LEAVING.values(id, place, at, RecordTable.millis(until), times), id);
    }
  }

  /** An event, with the instant at which it left. */
  static Event event(ResultSet row) throws SQLException {
    Event event = CardTables.EVENTS.checked(row);
    Long published = JdbcSession.longOrNull(row, BESIDE + 1);
    return event.publishedAt(published == null ? null : Instant.ofEpochMilli(published));
  }

  List<Event> unpublished(int atMost) {
    return core.readers.read(
        "looking for events that have not left",
        session ->
            undamaged.list(session, CardTables.EVENTS, OutboxTable::event, AGENT, WAITING, atMost));
  }

  List<Taken> take(Predicate<Event> wanted, Instant now, Instant until, int atMost) {
    long at = now.toEpochMilli();
    // looked at first, for mostly there is nothing, and a write would keep others waiting
    List<String> ids =
        core.readers.read(
            "looking for events that nobody has taken",
            session -> wanted(session, wanted, atMost, at));
    if (ids.isEmpty()) {
      return List.of();
    }
    String rest =
        "WHERE "
            + FREE
            + " AND event_id IN (?"
            + ", ?".repeat(ids.size() - 1)
            + ") ORDER BY out_id LIMIT ?"
            + core.database.lockingFree();
    return core.task(
        "",
        "taking events",
        session -> {
          List<Taken> taken = new ArrayList<>();
          List<@Nullable Object[]> marks = new ArrayList<>();
          for (Leaving each : free(session, rest, atMost, at, ids)) {
            taken.add(new Taken(each.event, each.taken + 1));
            marks.add(each.marked(null, until, each.taken + 1));
          }
          mark(session, marks);
          return taken;
        });
  }

  /** More are looked through as long as too few of them are wanted. */
  private List<String> wanted(JdbcSession session, Predicate<Event> wanted, int atMost, long now)
      throws SQLException {
    for (int most = atMost; ; most *= MORE) {
      List<Leaving> all =
          free(session, "WHERE " + FREE + " ORDER BY out_id LIMIT ?", most, now, List.of());
      List<String> ids =
          all.stream().map(Leaving::event).filter(wanted).map(Event::id).limit(atMost).toList();
      if (ids.size() == atMost || all.size() < most || most > MOST) {
        return ids;
      }
    }
  }

  private List<Leaving> free(
      JdbcSession session, String rest, int atMost, long now, List<String> ids)
      throws SQLException {
    Object[] values = Stream.concat(Stream.of(now), ids.stream()).toArray();
    return undamaged.list(session, CardTables.EVENTS, Leaving::of, AGENT, rest, atMost, values);
  }

  private static void mark(JdbcSession session, List<@Nullable Object[]> marks)
      throws SQLException {
    if (!marks.isEmpty()) {
      session.batch(MARK, marks);
    }
  }

  void hold(Collection<String> eventIds, Instant until) {
    each("holding events", eventIds, leaving -> leaving.marked(null, until, leaving.taken));
  }

  void published(Collection<String> eventIds, Instant at) {
    each("marking events as published", eventIds, leaving -> leaving.marked(at, null, 0));
  }

  private interface Marking {
    @Nullable Object[] of(Leaving leaving);
  }

  /** Those that have not left, in one transaction, and in one order everywhere. */
  private void each(String doing, Collection<String> eventIds, Marking marking) {
    if (eventIds.isEmpty()) {
      return;
    }
    String one =
        CardTables.EVENTS.selecting(
            "WHERE event_id = ? AND published_at IS NULL" + core.database.locking());
    boolean unused =
        core.task(
            "",
            doing,
            session -> {
              List<@Nullable Object[]> marks = new ArrayList<>();
              for (String id : new TreeSet<>(eventIds)) {
                Leaving leaving = session.first(one, Leaving::of, id);
                if (leaving != null) {
                  marks.add(marking.of(leaving));
                }
              }
              mark(session, marks);
              return true;
            });
  }
}
