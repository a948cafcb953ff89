package dev.statute.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row that happens or not, with nothing else to it; or changes without a condition.
 */
final class SimpleWrite extends StoreWrite.Grouped<Boolean> {
  private final String doing;
  private final @Nullable Change deciding;
  private final List<Change> rest;

  private SimpleWrite(String doing, @Nullable Change deciding, List<Change> rest) {
    this.doing = doing;
    this.deciding = deciding;
    this.rest = List.copyOf(rest);
  }

  /** True if the change changed a row. */
  static SimpleWrite of(String doing, Change change) {
    return new SimpleWrite(doing, change, List.of());
  }

  static SimpleWrite all(String doing, List<Change> changes) {
    return new SimpleWrite(doing, null, changes);
  }

  @Override
  String doing() {
    return doing;
  }

  @Override
  @Nullable Change deciding() {
    return deciding;
  }

  @Override
  List<Change> rest() {
    return rest;
  }

  @Override
  Boolean result(boolean happened, JdbcSession session) {
    return happened;
  }

  /** A task from a function. */
  static <T> StoreWrite.Task<T> task(String doing, Running<T> running) {
    return new StoreWrite.Task<>() {
      @Override
      String doing() {
        return doing;
      }

      @Override
      T run(JdbcSession session) throws SQLException {
        return running.run(session);
      }
    };
  }

  /** What a task does. */
  interface Running<T> {
    T run(JdbcSession session) throws SQLException;
  }
}
