package dev.statute.step.internal.migrate;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.check.FieldTypes;
import dev.statute.expr.internal.DataPath;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.policy.spi.Policy;
import dev.statute.step.MigrationResult;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.StepAborted;
import dev.statute.step.internal.interpret.StepAlgorithm;
import dev.statute.step.internal.interpret.StepBudget;
import dev.statute.step.internal.interpret.StepState;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Migration of one snapshot to another definition of its chart.
 *
 * <p>First states by the plan, history, data, fields. Then pending events: timers, sends and
 * deferred events keep their instants and their order. Then, in a step of the new chart, timers of
 * new states start, and {@code requires} is checked. No action of either chart runs.
 */
public final class SnapshotMigrator {
  private final CompiledMigration migration;
  private final Snapshot snapshot;
  private final long now;
  private final CompiledChart target;
  private final DiscardedParts discarded;
  private final StateMapping states;

  private SnapshotMigrator(CompiledMigration way, Snapshot snapshot, long now) {
    this.migration = way;
    this.snapshot = snapshot;
    this.now = now;
    target = way.to().model();
    discarded = new DiscardedParts(way);
    states = new StateMapping(way, snapshot, discarded);
  }

  /** Migrates a snapshot, see {@link dev.statute.step.Migration#migrate}. */
  public static MigrationResult migrate(CompiledMigration way, Snapshot snapshot, long now) {
    if (snapshot.chart() == way.to()) {
      return new MigrationResult.Refused("already", "it runs the new definition already", null);
    }
    if (snapshot.chart() != way.from()) {
      return new MigrationResult.Refused(
          "other-chart", "it runs " + snapshot.chart() + " of another content", null);
    }
    if (snapshot.isDone()) {
      return new MigrationResult.Refused("finished", "it is finished, and stays what it was", null);
    }
    try {
      return new SnapshotMigrator(way, snapshot, now).migrate();
    } catch (MigrationRefused unmoved) {
      return unmoved.toResult();
    } catch (ActionFailure failure) {
      return new MigrationResult.Refused("error", failure.message(), failure.place());
    } catch (StepAborted abort) {
      Outcome.Failed failed = (Outcome.Failed) abort.outcome();
      return new MigrationResult.Refused(failed.code(), failed.message(), failed.place());
    }
  }

  private MigrationResult migrate() {
    SnapshotExtras old = snapshot.extras();
    states.check();
    TimerMigration schedule = new TimerMigration(migration, snapshot, states, discarded);
    SnapshotExtras.FindingEvent finding = schedule.migratedFinding();
    SnapshotExtras rest =
        new SnapshotExtras(
            states.history(),
            schedule.migratedPending(),
            old.nextSequence(),
            schedule.deferred(),
            old.handled(),
            states.invocations(),
            fields(old.fields()),
            old.tracking().withFinding(finding),
            null,
            old.fence());
    Snapshot base =
        new Snapshot(
            migration.to(),
            snapshot.id(),
            target.configuration(states.active()),
            data(),
            rest.orShared(),
            snapshot.startedAt().toEpochMilli(),
            snapshot.sequence());
    StepAlgorithm algorithm =
        StepAlgorithm.begin(
            InterpreterContext.of(migration.to(), Policy.NONE, null), base, now, false);
    schedule.armNew(algorithm.state());
    algorithm.checkRequirements();
    Snapshot moved = algorithm.state().commit();
    return new MigrationResult.Migrated(
        moved.sequence() > snapshot.sequence() ? moved : moved.nextCommit(moved.extras()),
        discarded.notes());
  }

  private Map<String, ?> data() {
    StepState before =
        StepAlgorithm.begin(
                InterpreterContext.of(migration.from(), Policy.NONE, null), snapshot, now, true)
            .state();
    List<@Nullable Object> values = new ArrayList<>();
    for (CompiledMigration.Change change : migration.data()) {
      DataPath path = change.path();
      Object value = change.value().evaluate(before.scope());
      StepBudget.chargeData(before, value, path.depth(), path.source().place());
      values.add(value);
    }
    Map<String, @Nullable Object> data = before.data();
    for (DataPath path : migration.remove()) {
      try {
        data = path.remove(before.scope(), data);
      } catch (EvaluationException e) {
        throw ActionFailure.of(e, path.source());
      }
    }
    for (int i = 0; i < values.size(); i++) {
      DataPath path = migration.data().get(i).path();
      try {
        data = path.set(before.scope(), data, values.get(i));
      } catch (EvaluationException e) {
        throw ActionFailure.of(e, path.source());
      }
    }
    Map<String, DataDefinition> declared = migration.to().definition().data();
    return declared == null ? data : orderAsDeclared(data, declared);
  }

  /** Returns the data in the order of the new chart's declarations. */
  private static Map<String, ?> orderAsDeclared(
      Map<String, @Nullable Object> data, Map<String, DataDefinition> declared) {
    for (String name : data.keySet()) {
      if (!declared.containsKey(name)) {
        throw new MigrationRefused(
            "data", "it has the data '" + name + "', which the new chart lacks");
      }
    }
    Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
    declared.forEach(
        (name, item) -> {
          if (!data.containsKey(name)) {
            throw new MigrationRefused(
                "data", "it has no data '" + name + "', which the new chart declares");
          }
          Object value = data.get(name);
          if (item.type() != null && FieldTypes.mismatch(item.type(), value) != null) {
            String word = item.type().text();
            throw new MigrationRefused(
                "data", "'" + name + "' would be " + value + ", which is no " + word);
          }
          ordered.put(name, item.type() == null ? value : FieldTypes.convert(item.type(), value));
        });
    return Collections.unmodifiableMap(ordered);
  }

  private SnapshotExtras.FieldValues fields(SnapshotExtras.FieldValues old) {
    Set<String> known = target.fields().keySet();
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, ?> entry : old.values().entrySet()) {
      String name = entry.getKey();
      if (known.contains(name)) {
        values.put(name, entry.getValue());
      } else {
        discarded.discard("field", "the answer to '" + name + "'", name);
      }
    }
    Map<String, String> errors = new LinkedHashMap<>(old.errors());
    errors.keySet().retainAll(known);
    Set<String> waived = new LinkedHashSet<>(old.waived());
    waived.retainAll(known);
    return values.isEmpty() && errors.isEmpty() && waived.isEmpty()
        ? SnapshotExtras.FieldValues.NONE
        : new SnapshotExtras.FieldValues(
            Collections.unmodifiableMap(values),
            Collections.unmodifiableMap(errors),
            Collections.unmodifiableSet(waived));
  }
}
