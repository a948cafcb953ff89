package dev.statute.step;

import dev.statute.chart.MigrationPlan;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.internal.migrate.CompiledMigration;
import dev.statute.step.internal.migrate.MigrationCompiler;
import dev.statute.step.internal.migrate.SnapshotMigrator;
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
  private final CompiledMigration compiledPlan;

  private Migration(CompiledMigration way) {
    this.compiledPlan = way;
  }

  /**
   * Checks a plan against both definitions. Problems: M101 another chart, M102 unknown state, M103
   * a state without a counterpart, M104 states that cannot be active together, M105 data that
   * nobody gives or declares, M106 nothing of that name to forget; and those of expressions.
   */
  public static Loaded<Migration> compile(MigrationPlan plan, Chart from, Chart to) {
    ProblemCollector problems = new ProblemCollector();
    CompiledMigration way = MigrationCompiler.compile(plan, from, to, problems);
    return Loaded.of(problems.hasErrors() ? null : new Migration(way), problems);
  }

  /** What instances run before. */
  public Chart from() {
    return compiledPlan.from();
  }

  /** What they run afterwards. */
  public Chart to() {
    return compiledPlan.to();
  }

  /** The instance under the other definition, or why it cannot be. */
  public MigrationResult migrate(Snapshot snapshot, Instant now) {
    return SnapshotMigrator.migrate(compiledPlan, snapshot, now.toEpochMilli());
  }
}
