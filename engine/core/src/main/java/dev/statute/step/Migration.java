package dev.statute.step;

import dev.statute.chart.MigrationPlan;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.internal.migrate.CompiledMigration;
import dev.statute.step.internal.migrate.MigrationCompiler;
import dev.statute.step.internal.migrate.SnapshotMigrator;
import java.time.Instant;

/**
 * Migration of instances from one definition of a chart to another one by a plan. Pure: an instance
 * is migrated or refused, and a trial changes nothing, as snapshots are values.
 *
 * <p>An instance is migrated at rest, as every snapshot is. No entry or exit action runs. Timers of
 * states that continue keep their instants, timers of new states start at the migration; pending
 * events, history, fields, invocations, progress and handled ids stay. The plan must name all that
 * would be lost. Immutable, thread-safe.
 */
public final class Migration {
  private final CompiledMigration compiledPlan;

  private Migration(CompiledMigration way) {
    this.compiledPlan = way;
  }

  /**
   * Checks a plan against both definitions. Problems: M101 another chart, M102 unknown state, M103
   * a state without a counterpart, M104 states that cannot be active together, M105 data that is
   * neither given nor declared, M106 unknown name of something to forget; and problems of
   * expressions.
   */
  public static Loaded<Migration> compile(MigrationPlan plan, Chart from, Chart to) {
    ProblemCollector problems = new ProblemCollector();
    CompiledMigration way = MigrationCompiler.compile(plan, from, to, problems);
    return Loaded.of(problems.hasErrors() ? null : new Migration(way), problems);
  }

  /** Returns the chart of instances before the migration. */
  public Chart from() {
    return compiledPlan.from();
  }

  /** Returns the chart of instances after the migration. */
  public Chart to() {
    return compiledPlan.to();
  }

  /** Returns the instance under the other definition, or the reason of the refusal. */
  public MigrationResult migrate(Snapshot snapshot, Instant now) {
    return SnapshotMigrator.migrate(compiledPlan, snapshot, now.toEpochMilli());
  }
}
