package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.instance.InstanceReader.EventRow;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.store.StreamEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Event streams without an index over all events ({@link EventLayout#CHAINED}): each event refers
 * to the one before it of its instance, and the instance's row to the last one. Every sixteenth has
 * an index entry, so that a reader far behind need not follow the whole chain.
 *
 * <p>Old events are deleted from the first one on, and the instance's row holds the number of the
 * first kept one: this distinguishes a missing event from a deleted one.
 */
public final class EventChain {
  /** The index contains the event numbers divisible by this. */
  private static final int INDEX_INTERVAL = 16;

  /** Stands in place of a checksum in rows written before chains existed. */
  private static final long NO_CHECKSUM = -1;

  private static final String COLUMNS =
      "e.event_row, e.instance_id, e.number, e.at, e.type, e.payload, e.crc, e.before_row,"
          + " e.before_crc";
  public static final String ALL = "SELECT " + COLUMNS + " FROM events e";

  /** Follows the chain from a row back to a number, with a limit on the rows. */
  private static final String BACKWARDS =
      "WITH RECURSIVE e(event_row, instance_id, number, at, type, payload, crc, before_row,"
          + " before_crc) AS ("
          + ALL
          + " WHERE e.event_row = ? UNION ALL SELECT "
          + COLUMNS.replace("e.", "b.")
          + " FROM e JOIN events b ON b.event_row = e.before_row"
          + " WHERE e.number > ? AND e.before_row < e.event_row LIMIT ?) SELECT "
          + COLUMNS
          + " FROM e";

  private static final String DELETE_ALL =
      "DELETE FROM events WHERE event_row IN (WITH RECURSIVE e(event_row, before_row) AS ("
          + "SELECT event_row, before_row FROM events WHERE event_row = ? AND instance_id = ?"
          + " UNION ALL SELECT b.event_row, b.before_row FROM e JOIN events b"
          + " ON b.event_row = e.before_row WHERE b.instance_id = ? AND e.before_row < e.event_row)"
          + " SELECT event_row FROM e)";

  private EventChain() {}

  static long beforeCrc(String instance, long number, long row, long before) {
    return RowChecksum.of(instance, number, row, before);
  }

  /** Row of the table with its reference. */
  public record ChainedEvent(EventRow event, long row, long before, long beforeCrc) {
    public static ChainedEvent of(ResultSet row) throws SQLException {
      EventRow event =
          new EventRow(
              row.getString(2),
              row.getLong(3),
              row.getLong(4),
              row.getString(5),
              row.getString(6),
              row.getLong(7));
      return new ChainedEvent(event, row.getLong(1), row.getLong(8), row.getLong(9));
    }

    public String name() {
      return event.name();
    }

    @Nullable
    public String damage() {
      String damage = event.damage();
      return damage != null
              || beforeCrc == NO_CHECKSUM
              || beforeCrc == EventChain.beforeCrc(event.instance(), event.number(), row, before)
          ? damage
          : "its before_row does not match before_crc";
    }

    ChainedEvent verified() {
      String damage = damage();
      if (damage != null) {
        throw RowDamage.corrupted("events", name(), damage);
      }
      return this;
    }

    boolean matches(String instance, long number) {
      return event.instance().equals(instance) && event.number() == number;
    }
  }

  /** Columns of an instance's row about its stream. */
  private record StreamHead(
      long lastNumber,
      @Nullable Long row,
      long crc,
      @Nullable Long keptFrom,
      @Nullable Long keptCrc) {
    static final String SELECT =
        "SELECT event_seq, event_row, event_crc, kept_from, kept_crc FROM instances"
            + " WHERE instance_id = ?";

    static StreamHead of(ResultSet row) throws SQLException {
      return new StreamHead(
          row.getLong(1),
          JdbcSession.longOrNull(row, 2),
          row.getLong(3),
          JdbcSession.longOrNull(row, 4),
          JdbcSession.longOrNull(row, 5));
    }

    StreamHead verified(String id) {
      String damage = InstanceRow.streamDamage(id, lastNumber, row, crc, keptFrom, keptCrc);
      if (damage != null) {
        throw RowDamage.corrupted("instances", id, damage);
      }
      return this;
    }
  }

  /** Event with an index entry. */
  private record IndexedEvent(long number, long row) {
    static final String SELECT =
        "SELECT number, event_row FROM events WHERE instance_id = ? AND number >= ?"
            + " AND number % 16 = 0 ORDER BY number LIMIT 1";

    static IndexedEvent of(ResultSet row) throws SQLException {
      return new IndexedEvent(row.getLong(1), row.getLong(2));
    }
  }

  /** Returns the events after a number, at most so many. */
  static List<StreamEvent> readAfter(JdbcSession session, String id, long after, int atMost)
      throws SQLException {
    StreamHead head = session.first(StreamHead.SELECT, StreamHead::of, id);
    if (head == null || head.verified(id).row == null) {
      return List.of();
    }
    Long kept = head.keptFrom;
    List<StreamEvent> all = new ArrayList<>();
    long from = kept == null ? after + 1 : Math.max(after + 1, kept);
    while (from <= head.lastNumber && all.size() < atMost) {
      List<StreamEvent> some = readBackwards(session, id, head, from, atMost - all.size());
      if (some.isEmpty()) {
        break;
      }
      all.addAll(some);
      from = some.get(some.size() - 1).number() + 1;
    }
    return all;
  }

  private static List<StreamEvent> readBackwards(
      JdbcSession session, String id, StreamHead head, long from, int atMost) throws SQLException {
    long row = Objects.requireNonNull(head.row);
    long number = head.lastNumber;
    if (number - from >= Math.max(atMost, INDEX_INTERVAL)) {
      IndexedEvent block =
          session.first(IndexedEvent.SELECT, IndexedEvent::of, id, from + atMost - 1);
      if (block != null && block.number < number) {
        number = block.number;
        row = block.row;
      }
    }
    List<StreamEvent> back = new ArrayList<>();
    long most = number - from + 1;
    for (ChainedEvent link : session.query(BACKWARDS, ChainedEvent::of, row, from, most)) {
      if (!link.verified().matches(id, number - back.size())) {
        break; // the number of a deleted row belongs to another row now
      }
      back.add(link.event.event());
    }
    if (back.size() < most && head.keptFrom != null) {
      throw RowDamage.corrupted("events", id + "/" + (number - back.size()), "it is not there");
    }
    Collections.reverse(back);
    return back.subList(0, Math.min(atMost, back.size()));
  }

  /** Deletes all events of an instance, including those outside the chain; returns their number. */
  public static int deleteAll(JdbcSession session, InstanceRow row) throws SQLException {
    Long last = row.eventRow();
    String id = row.id();
    int all = last == null ? 0 : session.update(DELETE_ALL, last, id, id);
    Long kept = row.keptFrom();
    boolean lacksSome = kept != null && all < row.events() - kept + 1;
    return lacksSome ? all + session.update("DELETE FROM events WHERE instance_id = ?", id) : all;
  }
}
