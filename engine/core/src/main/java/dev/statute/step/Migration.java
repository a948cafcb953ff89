package dev.statute.step;

import dev.statute.chart.MigrationPlan;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.step.internal.compile.MigrationCompiler;
import dev.statute.step.internal.model.CompiledMigration;
import dev.statute.step.internal.run.SnapshotMigrator;
import java.time.Instant;

/**
 * Moves instances from the definition of a chart that they were started with to another one, by a
 * plan. Pure: an instance is moved or refused, never guessed at, and trying it changes nothing, as
 * snapshots are values.
 *
 * <p>An instance is moved at rest, which is where every snapshot is. No entry or exit action runs.
 * Timers whose state goes on go on with their instants, those of states that are new to it begin
 * now; events that wait, history, fields, invocations, what is known of its progress, and the ids
 * it handled stay. What would be lost must be named by the plan. Immutable, thread-safe.
 */
public final class Migration {
  private final CompiledMigration way;

  private Migration(CompiledMigration way) {
    this.way = way;
  }

  /**
   * Checks a plan against both definitions. Problems: M101 another chart, M102 unknown state, M103
   * a state without a counterpart, M104 states that cannot be active together, M105 data that
   * nobody gives or declares, M106 nothing of that name to forget; and those of expressions.
   */
  public static Loaded<Migration> compile(MigrationPlan plan, Chart from, Chart to) {
    Problems problems = new Problems();
    CompiledMigration way = MigrationCompiler.compile(plan, from, to, problems);
    return Loaded.of(problems.hasErrors() ? null : new Migration(way), problems);
  }

  /** What instances run before. */
  public Chart from() {
    return way.from();
  }

  /** What they run afterwards. */
  public Chart to() {
    return way.to();
  }

  /** The instance under the other definition, or why it cannot be. */
  public MigrationResult move(Snapshot snapshot, Instant now) {
    return SnapshotMigrator.move(way, snapshot, now.toEpochMilli());
  }
}
