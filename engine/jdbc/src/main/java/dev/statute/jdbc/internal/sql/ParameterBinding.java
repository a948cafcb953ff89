package dev.statute.jdbc.internal.sql;

import dev.statute.jdbc.internal.sql.JdbcSession.ArrayParameter;
import dev.statute.jdbc.internal.sql.JdbcSession.TypedNull;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Binding of values to the parameters of a statement. */
final class ParameterBinding {
  private ParameterBinding() {}

  /** Binds values to the parameters after a number of others. */
  static void bind(PreparedStatement statement, int after, @Nullable Object[] values)
      throws SQLException {
    for (int n = 0; n < values.length; n++) {
      Object value = values[n];
      int i = after + n;
      if (value instanceof String text) {
        statement.setString(i + 1, text);
      } else if (value instanceof Number number) {
        statement.setLong(i + 1, number.longValue());
      } else if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else if (value instanceof TypedNull nothing) {
        statement.setNull(i + 1, nothing == TypedNull.NUMBER ? Types.BIGINT : Types.VARCHAR);
      } else if (value instanceof ArrayParameter list) {
        String type = list.numeric() ? "bigint" : "text";
        statement.setArray(i + 1, statement.getConnection().createArrayOf(type, list.boxed()));
      } else {
        throw new IllegalArgumentException("no parameter: " + value.getClass());
      }
    }
  }
}
