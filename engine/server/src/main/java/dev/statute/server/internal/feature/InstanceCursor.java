package dev.statute.server.internal.feature;

import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Position in the order of {@link ServerContext#newestFirst}, which stays valid when instances
 * change: those come first then.
 */
public final class InstanceCursor {
  private InstanceCursor() {}

  /** Returns the position after a row. */
  public static String of(InstanceSummary row) {
    return row.changed().toEpochMilli() + "." + row.id();
  }

  /**
   * Returns the rows after a position.
   *
   * @param after null or empty = the begin
   */
  public static List<InstanceSummary> rest(List<InstanceSummary> rows, @Nullable String after) {
    return rows.subList(begin(rows, after), rows.size());
  }

  private static int begin(List<InstanceSummary> rows, @Nullable String after) {
    if (after == null || after.isEmpty()) {
      return 0;
    }
    int dot = after.indexOf('.');
    if (dot < 1) {
      throw ApiProblem.of(400, "parameter", "'after' is the 'next' of a page, not '" + after + "'");
    }
    long changed =
        ApiRequest.number("the number in 'after'", after.substring(0, dot), 0, Long.MAX_VALUE);
    String id = after.substring(dot + 1);
    int index = 0;
    while (index < rows.size() && !isAfter(rows.get(index), changed, id)) {
      index++;
    }
    return index;
  }

  private static boolean isAfter(InstanceSummary row, long changed, String id) {
    long own = row.changed().toEpochMilli();
    return own < changed || (own == changed && row.id().compareTo(id) > 0);
  }
}
