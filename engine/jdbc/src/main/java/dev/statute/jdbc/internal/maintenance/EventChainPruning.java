package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.StoreConnections;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pruning of event streams with {@link EventLayout#CHAINED}: each from the first event on, so that
 * no kept event refers to a deleted one. An old event behind a newer one, after a clock moved back,
 * stays until that one is old too.
 */
final class EventChainPruning {
  private static final String PAGE =
      "SELECT event_row, instance_id, number, at FROM events WHERE event_row > ?"
          + " ORDER BY event_row LIMIT ?";
  private static final String DELETE = "DELETE FROM events WHERE event_row = ?";
  private static final String SET_KEPT_FROM =
      "UPDATE instances SET kept_from = ?, kept_crc = ? WHERE instance_id = ? AND kept_from < ?";

  private final long before;

  /** Instances with a kept event. */
  private final Set<String> keptInstances = new HashSet<>();

  /**
   * Prepares pruning.
   *
   * @param before time limit, in milliseconds since 1970
   */
  EventChainPruning(long before) {
    this.before = before;
  }

  private record EventPosition(long row, String instance, long number, long at) {
    static EventPosition of(ResultSet row) throws SQLException {
      return new EventPosition(row.getLong(1), row.getString(2), row.getLong(3), row.getLong(4));
    }
  }

  /** Page of consecutive rows: the number of deleted ones; the last one, null if none was old. */
  private record PrunedPage(int dropped, @Nullable Long last) {}

  /**
   * Prunes page by page and returns the number of deleted events. Ends at a page without old
   * events.
   */
  long prune(StoreConnections core, int atOnce) {
    long all = 0;
    Long after = Long.MIN_VALUE;
    while (after != null) {
      long from = after;
      PrunedPage page =
          core.runTask("", "dropping old events", session -> prunePage(session, from, atOnce));
      all += page.dropped;
      after = page.last;
    }
    return all;
  }

  private PrunedPage prunePage(JdbcSession session, long from, int atOnce) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Map<String, Long> last = new LinkedHashMap<>();
    boolean anyOld = false;
    List<EventPosition> places = session.query(PAGE, EventPosition::of, from, atOnce);
    for (EventPosition place : places) {
      boolean old = place.at < before;
      anyOld |= old;
      if (!old) {
        keptInstances.add(place.instance);
      } else if (!keptInstances.contains(place.instance)) {
        rows.add(new Object[] {place.row});
        last.put(place.instance, place.number);
      }
    }
    if (!rows.isEmpty()) {
      session.batch(DELETE, rows);
      List<@Nullable Object[]> kept = new ArrayList<>();
      last.forEach(
          (id, number) -> {
            long next = number + 1;
            kept.add(new Object[] {next, InstanceRow.keptCrc(id, next), id, next});
          });
      session.batch(SET_KEPT_FROM, kept);
    }
    return new PrunedPage(rows.size(), anyOld ? places.get(places.size() - 1).row : null);
  }
}
