package dev.statute.jdbc;

import dev.statute.jdbc.InstanceReader.EventRow;
import dev.statute.store.StreamEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The streams of events where no index has them all ({@link EventLayout#CHAINED}): each event leads
 * to the one before it of its instance, and the instance's row to its last one. Every sixteenth has
 * a place in an index, so that a reader who is far behind need not go all the way back.
 *
 * <p>Old events go from the first one on, and the instance's row says which one is the first that
 * is kept: so that an event which cannot be found is told from one that was dropped.
 */
final class EventChain {
  /** The index of the table has the numbers that this divides. */
  private static final int BLOCK = 16;

  /** Where a row was written before it led to another one there is this in place of a checksum. */
  private static final long OLDER = -1;

  private static final String COLUMNS =
      "e.event_row, e.instance_id, e.number, e.at, e.type, e.payload, e.crc, e.before_row,"
          + " e.before_crc";
  static final String ALL = "SELECT " + COLUMNS + " FROM events e";

  /** From a row back, at most to a number, and so many rows at most whatever lies there. */
  private static final String BACK =
      "WITH RECURSIVE e(event_row, instance_id, number, at, type, payload, crc, before_row,"
          + " before_crc) AS ("
          + ALL
          + " WHERE e.event_row = ? UNION ALL SELECT "
          + COLUMNS.replace("e.", "b.")
          + " FROM e JOIN events b ON b.event_row = e.before_row"
          + " WHERE e.number > ? AND e.before_row < e.event_row LIMIT ?) SELECT "
          + COLUMNS
          + " FROM e";

  private static final String ALL_OF_ONE =
      "DELETE FROM events WHERE event_row IN (WITH RECURSIVE e(event_row, before_row) AS ("
          + "SELECT event_row, before_row FROM events WHERE event_row = ? AND instance_id = ?"
          + " UNION ALL SELECT b.event_row, b.before_row FROM e JOIN events b"
          + " ON b.event_row = e.before_row WHERE b.instance_id = ? AND e.before_row < e.event_row)"
          + " SELECT event_row FROM e)";

  private EventChain() {}

  /** The number of the row that is added next. */
  static long next(JdbcSession session) throws SQLException {
    Long last = session.first("SELECT MAX(event_row) FROM events", row -> row.getLong(1));
    return (last == null ? 0 : last) + 1;
  }

  static long beforeCrc(String instance, long number, long row, long before) {
    return RowChecksum.of(instance, number, row, before);
  }

  /** A row of the table, and where it leads. */
  record Link(EventRow event, long row, long before, long beforeCrc) {
    static Link of(ResultSet row) throws SQLException {
      EventRow event =
          new EventRow(
              row.getString(2),
              row.getLong(3),
              row.getLong(4),
              row.getString(5),
              row.getString(6),
              row.getLong(7));
      return new Link(event, row.getLong(1), row.getLong(8), row.getLong(9));
    }

    String name() {
      return event.name();
    }

    @Nullable String damage() {
      String damage = event.damage();
      return damage != null
              || beforeCrc == OLDER
              || beforeCrc == EventChain.beforeCrc(event.instance(), event.number(), row, before)
          ? damage
          : "its before_row does not match before_crc";
    }

    Link checked() {
      String damage = damage();
      if (damage != null) {
        throw InstanceRow.corrupted("events", name(), damage);
      }
      return this;
    }

    boolean isOf(String instance, long number) {
      return event.instance().equals(instance) && event.number() == number;
    }
  }

  /** What an instance's row says of its stream. */
  private record Head(
      long last, @Nullable Long row, long crc, @Nullable Long keptFrom, @Nullable Long keptCrc) {
    static final String OF =
        "SELECT event_seq, event_row, event_crc, kept_from, kept_crc FROM instances"
            + " WHERE instance_id = ?";

    static Head of(ResultSet row) throws SQLException {
      return new Head(
          row.getLong(1),
          JdbcSession.longOrNull(row, 2),
          row.getLong(3),
          JdbcSession.longOrNull(row, 4),
          JdbcSession.longOrNull(row, 5));
    }

    Head checked(String id) {
      String damage = InstanceRow.streamDamage(id, last, row, crc, keptFrom, keptCrc);
      if (damage != null) {
        throw InstanceRow.corrupted("instances", id, damage);
      }
      return this;
    }
  }

  /** An event that has a place in the index. */
  private record Block(long number, long row) {
    static final String FROM =
        "SELECT number, event_row FROM events WHERE instance_id = ? AND number >= ?"
            + " AND number % 16 = 0 ORDER BY number LIMIT 1";

    static Block of(ResultSet row) throws SQLException {
      return new Block(row.getLong(1), row.getLong(2));
    }
  }

  /** Events from the one after a number on, so many at most. */
  static List<StreamEvent> after(JdbcSession session, String id, long after, int atMost)
      throws SQLException {
    Head head = session.first(Head.OF, Head::of, id);
    if (head == null || head.checked(id).row == null) {
      return List.of();
    }
    Long kept = head.keptFrom;
    List<StreamEvent> all = new ArrayList<>();
    long from = kept == null ? after + 1 : Math.max(after + 1, kept);
    while (from <= head.last && all.size() < atMost) {
      List<StreamEvent> some = some(session, id, head, from, atMost - all.size());
      if (some.isEmpty()) {
        break;
      }
      all.addAll(some);
      from = some.get(some.size() - 1).number() + 1;
    }
    return all;
  }

  private static List<StreamEvent> some(
      JdbcSession session, String id, Head head, long from, int atMost) throws SQLException {
    long row = Objects.requireNonNull(head.row);
    long number = head.last;
    if (number - from >= Math.max(atMost, BLOCK)) {
      Block block = session.first(Block.FROM, Block::of, id, from + atMost - 1);
      if (block != null && block.number < number) {
        number = block.number;
        row = block.row;
      }
    }
    List<StreamEvent> back = new ArrayList<>();
    long most = number - from + 1;
    for (Link link : session.query(BACK, Link::of, row, from, most)) {
      if (!link.checked().isOf(id, number - back.size())) {
        break; // the number of a row that was dropped is another one's now
      }
      back.add(link.event.event());
    }
    if (back.size() < most && head.keptFrom != null) {
      throw InstanceRow.corrupted("events", id + "/" + (number - back.size()), "it is not there");
    }
    Collections.reverse(back);
    return back.subList(0, Math.min(atMost, back.size()));
  }

  /** Drops all events of an instance, also those that none leads to; how many there were. */
  static int drop(JdbcSession session, InstanceRow row) throws SQLException {
    Long last = row.eventRow();
    String id = row.id();
    int all = last == null ? 0 : session.update(ALL_OF_ONE, last, id, id);
    Long kept = row.keptFrom();
    boolean lacksSome = kept != null && all < row.events() - kept + 1;
    return lacksSome ? all + session.update("DELETE FROM events WHERE instance_id = ?", id) : all;
  }
}
