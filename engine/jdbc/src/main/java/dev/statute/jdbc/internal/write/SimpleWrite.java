package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.JdbcSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditional change of one row without further changes; or unconditional changes. */
public final class SimpleWrite extends StoreWrite.BatchedWrite<Boolean> {
  private final String doing;
  private final @Nullable RowChange deciding;
  private final List<RowChange> rest;

  private SimpleWrite(String doing, @Nullable RowChange deciding, List<RowChange> rest) {
    this.doing = doing;
    this.deciding = deciding;
    this.rest = List.copyOf(rest);
  }

  /** Creates a write with the result true if the change changed a row. */
  public static SimpleWrite conditional(String doing, RowChange change) {
    return new SimpleWrite(doing, change, List.of());
  }

  public static SimpleWrite unconditional(String doing, List<RowChange> changes) {
    return new SimpleWrite(doing, null, changes);
  }

  @Override
  public String description() {
    return doing;
  }

  @Override
  @Nullable
  public RowChange decisiveChange() {
    return deciding;
  }

  @Override
  public List<RowChange> dependentChanges() {
    return rest;
  }

  @Override
  public Boolean result(boolean happened, JdbcSession session) {
    return happened;
  }
}
