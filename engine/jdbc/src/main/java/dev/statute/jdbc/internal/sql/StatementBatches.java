package dev.statute.jdbc.internal.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Batches of the statements of several writes: rows of the same statement are executed together.
 *
 * @param <W> owner of a row
 */
public final class StatementBatches<W> {
  private final Map<String, OwnedRows<W>> batches = new LinkedHashMap<>();

  private static final class OwnedRows<W> {
    final List<@Nullable Object[]> rows = new ArrayList<>();
    final List<W> owners = new ArrayList<>();
    final BatchStatement statement;
    final boolean mustChange;

    OwnedRows(BatchStatement form, boolean decides) {
      this.statement = form;
      this.mustChange = decides;
    }

    /**
     * Binds rows as lists of values, unless a single row is the only one of its statement.
     *
     * @param isChecked true if it must fail on too few changed rows
     */
    JdbcSession.SqlStatement bind(boolean alone, boolean isChecked) {
      boolean one = alone && rows.size() == 1;
      @Nullable Object[] values =
          one ? statement.withTypedNulls(rows.get(0)) : statement.lists(rows);
      if (!isChecked || !mustChange) {
        return new JdbcSession.SqlStatement(
            one ? statement.rowSql() : statement.batchSql(), values);
      }
      return new JdbcSession.SqlStatement(
          one ? statement.checkedRowSql() : statement.checkedBatchSql(),
          statement.takesRowCount() ? RecordTable.concat(values, rows.size()) : values);
    }
  }

  /**
   * Adds a row to a statement; statements run in the order of their first row.
   *
   * @param decides true if it must change a row
   */
  public void add(BatchStatement form, boolean decides, W of, @Nullable Object[] values) {
    OwnedRows<W> batch =
        batches.computeIfAbsent(form.rowSql(), text -> new OwnedRows<>(form, decides));
    batch.rows.add(values);
    batch.owners.add(of);
  }

  /**
   * Returns the statements, for a database with lists.
   *
   * @param isChecked true if a deciding statement fails unless it changes all its rows
   */
  public List<JdbcSession.SqlStatement> statements(boolean alone, boolean isChecked) {
    return batches.values().stream().map(batch -> batch.bind(alone, isChecked)).toList();
  }

  /**
   * Executes all statements, and reports the owners of deciding rows without a change; if the
   * database returns only a count, all owners in question.
   *
   * @param alone true if there is one owner: single rows are written without lists then; with
   *     several owners single rows are lists too, so that few statements are prepared
   */
  public void execute(JdbcSession session, boolean alone, Consumer<W> onUnchanged)
      throws SQLException {
    if (session.supportsArrays()) {
      int[] counts = session.updates(statements(alone, false));
      int i = 0;
      for (OwnedRows<W> batch : batches.values()) {
        if (batch.mustChange && counts[i] < batch.rows.size()) {
          batch.owners.forEach(onUnchanged);
        }
        i++;
      }
      return;
    }
    for (OwnedRows<W> batch : batches.values()) {
      int[] counts = session.batch(batch.statement.rowSql(), batch.rows);
      for (int i = 0; batch.mustChange && i < counts.length; i++) {
        if (counts[i] == 0) {
          onUnchanged.accept(batch.owners.get(i));
        }
      }
    }
  }
}
