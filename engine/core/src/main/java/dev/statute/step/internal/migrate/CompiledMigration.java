package dev.statute.step.internal.migrate;

import dev.statute.expr.DataPath;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.CompiledValue;
import java.util.List;
import java.util.Set;

/**
 * A compiled plan of migration.
 *
 * @param states number of a state of {@code from} → numbers of those of {@code to} that it becomes;
 *     none where it has no counterpart
 * @param data what stands where afterwards; both computed in the scope of {@code from}
 * @param remove places of the data that go
 * @param forget names of what may be lost
 */
@SuppressWarnings("ArrayRecordComponent") // numbers that are only read
public record CompiledMigration(
    Chart from,
    Chart to,
    int[][] states,
    List<Change> data,
    List<DataPath> remove,
    Set<String> forget) {
  /** A value and where it goes. */
  public record Change(DataPath path, CompiledValue value) {}
}
