package dev.statute.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Statements of several writes, executed together: those with the same text in one go.
 *
 * @param <W> who a row is of
 */
final class Batches<W> {
  private final Map<String, Batch<W>> batches = new LinkedHashMap<>();

  private static final class Batch<W> {
    final List<@Nullable Object[]> rows = new ArrayList<>();
    final List<W> of = new ArrayList<>();
    final boolean decides;

    Batch(boolean decides) {
      this.decides = decides;
    }
  }

  /**
   * Adds a row to a statement; statements run in the order in which they were first added.
   *
   * @param decides whether it must change a row
   */
  void add(String sql, boolean decides, W of, @Nullable Object[] values) {
    Batch<W> batch = batches.computeIfAbsent(sql, text -> new Batch<>(decides));
    batch.rows.add(values);
    batch.of.add(of);
  }

  /** Executes all, and tells of whom a statement changed no row though it must. */
  void execute(Session session, Consumer<W> inVain) throws SQLException {
    for (Map.Entry<String, Batch<W>> each : batches.entrySet()) {
      Batch<W> batch = each.getValue();
      int[] counts = session.batch(each.getKey(), batch.rows);
      for (int i = 0; batch.decides && i < counts.length; i++) {
        if (counts[i] == 0) {
          inVain.accept(batch.of.get(i));
        }
      }
    }
  }
}
