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
final class StatementBatches<W> {
  private final Map<String, Batch<W>> batches = new LinkedHashMap<>();

  private static final class Batch<W> {
    final List<@Nullable Object[]> rows = new ArrayList<>();
    final List<W> of = new ArrayList<>();
    final BatchStatement form;
    final boolean decides;

    Batch(BatchStatement form, boolean decides) {
      this.form = form;
      this.decides = decides;
    }

    /**
     * A list per value instead of a row per row, unless it is one row and nobody else's.
     *
     * @param sure whether it fails where it decides, and changes too few rows
     */
    JdbcSession.Statement lists(boolean alone, boolean sure) {
      boolean one = alone && rows.size() == 1;
      @Nullable Object[] values = one ? form.typed(rows.get(0)) : lists();
      if (!sure || !decides) {
        return new JdbcSession.Statement(one ? form.each() : form.all(), values);
      }
      return new JdbcSession.Statement(
          one ? form.sureEach() : form.sureAll(),
          form.counts() ? RecordTable.and(values, rows.size()) : values);
    }

    private @Nullable Object[] lists() {
      @Nullable Object[] lists = new @Nullable Object[form.numbers().size()];
      for (int i = 0; i < lists.length; i++) {
        List<@Nullable Object> list = new ArrayList<>(rows.size());
        for (@Nullable Object[] row : rows) {
          list.add(row[i]);
        }
        lists[i] = new JdbcSession.Values(form.numbers().get(i), list);
      }
      return lists;
    }
  }

  /**
   * Adds a row to a statement; statements run in the order in which they were first added.
   *
   * @param decides whether it must change a row
   */
  void add(BatchStatement form, boolean decides, W of, @Nullable Object[] values) {
    Batch<W> batch = batches.computeIfAbsent(form.each(), text -> new Batch<>(form, decides));
    batch.rows.add(values);
    batch.of.add(of);
  }

  /**
   * Its statements, where the database takes lists.
   *
   * @param sure whether one that must change a row for each of its own fails unless it does
   */
  List<JdbcSession.Statement> statements(boolean alone, boolean sure) {
    return batches.values().stream().map(batch -> batch.lists(alone, sure)).toList();
  }

  /**
   * Executes all, and tells of whom a statement changed no row though it must; where the database
   * says only how many rows there were too few, of all who may be meant.
   *
   * @param alone whether all is of one who writes: then single rows are written without lists; of
   *     several even single ones are lists, so that few statements are prepared
   */
  void execute(JdbcSession session, boolean alone, Consumer<W> inVain) throws SQLException {
    if (session.takesLists()) {
      int[] counts = session.updates(statements(alone, false));
      int i = 0;
      for (Batch<W> batch : batches.values()) {
        if (batch.decides && counts[i] < batch.rows.size()) {
          batch.of.forEach(inVain);
        }
        i++;
      }
      return;
    }
    for (Batch<W> batch : batches.values()) {
      int[] counts = session.batch(batch.form.each(), batch.rows);
      for (int i = 0; batch.decides && i < counts.length; i++) {
        if (counts[i] == 0) {
          inVain.accept(batch.of.get(i));
        }
      }
    }
  }
}
