package dev.statute.step.internal.migrate;

import dev.statute.expr.internal.DataPath;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.CompiledValue;
import java.util.List;
import java.util.Set;

/**
 * Compiled migration plan.
 *
 * @param states number of a state of {@code from} → numbers of its counterparts in {@code to};
 *     empty without a counterpart
 * @param data new values by path; both computed in the scope of {@code from}
 * @param remove paths of data to remove
 * @param forget names of parts that may be lost
 */
@SuppressWarnings("ArrayRecordComponent") // numbers that are only read
public record CompiledMigration(
    Chart from,
    Chart to,
    int[][] states,
    List<Change> data,
    List<DataPath> remove,
    Set<String> forget) {
  /** New value of a path. */
  public record Change(DataPath path, CompiledValue value) {}
}
