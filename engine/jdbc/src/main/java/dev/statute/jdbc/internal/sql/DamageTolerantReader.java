package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of rows of many agents. A damaged row is reported once and skipped with all later rows of
 * its agent; rows of other agents are returned. Thread-safe.
 */
public final class DamageTolerantReader {
  private static final Logger LOG = LoggerFactory.getLogger(DamageTolerantReader.class);
  private static final int MAX_LOGGED = 1_000;

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  private record ScannedRow<T>(String agent, @Nullable T row) {}

  /**
   * Returns the first rows of a table.
   *
   * @param agentColumn index of the column with the agent, from 1
   * @param rest of the query; it ends with {@code LIMIT ?}
   */
  public <T> List<T> list(
      JdbcSession session,
      RecordTable<?> table,
      JdbcSession.RowReader<T> read,
      int agentColumn,
      String rest,
      int atMost,
      Object... values)
      throws SQLException {
    for (int limit = atMost; ; ) {
      List<ScannedRow<T>> page =
          session.query(
              table.select(rest),
              row -> {
                String agent = row.getString(agentColumn);
                try {
                  return new ScannedRow<>(agent, Objects.requireNonNull(read.read(row)));
                } catch (StoreException e) {
                  logDamage(String.valueOf(e.getMessage()));
                  return new ScannedRow<T>(agent, null);
                }
              },
              RecordTable.concat(values, limit));
      List<T> good = readableRows(page);
      if (good.size() >= atMost || page.size() < limit) {
        return List.copyOf(good.subList(0, Math.min(good.size(), atMost)));
      }
      limit += atMost - good.size();
    }
  }

  private static <T> List<T> readableRows(List<ScannedRow<T>> page) {
    Set<String> aside = new HashSet<>();
    List<T> good = new ArrayList<>();
    for (ScannedRow<T> each : page) {
      T row = each.row;
      if (row == null) {
        aside.add(each.agent);
      } else if (!aside.contains(each.agent)) {
        good.add(row);
      }
    }
    return good;
  }

  private void logDamage(String damage) {
    if (logged.size() >= MAX_LOGGED) {
      logged.clear();
    }
    if (logged.add(damage)) {
      LOG.error("left out, with all of its agent that follows: {}", damage);
    }
  }
}
