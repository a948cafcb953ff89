package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.jdbc.internal.write.WriteStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Row of {@code chart_texts}: the YAML text of a chart by the hash of the chart. */
public record ChartTextRow(String hash, String text, long crc) implements StoredRow {
  public static final String TABLE = "chart_texts";
  public static final String ALL = "SELECT hash, text, crc FROM " + TABLE;
  static final String BY_HASH = ALL + " WHERE hash = ?";

  public static ChartTextRow of(ResultSet row) throws SQLException {
    return new ChartTextRow(row.getString(1), row.getString(2), row.getLong(3));
  }

  static RowChange insert(String hash, String text) {
    return new RowChange(WriteStatement.ADD_CHART_TEXT, hash, text, RowChecksum.of(hash, text));
  }

  @Override
  public @Nullable String damage() {
    return crc == RowChecksum.of(hash, text) ? null : RowDamage.MISMATCH;
  }

  @Override
  public String name() {
    return hash;
  }
}
