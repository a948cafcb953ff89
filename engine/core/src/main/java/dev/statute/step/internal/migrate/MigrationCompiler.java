package dev.statute.step.internal.migrate;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.MigrationPlan;
import dev.statute.chart.check.FieldTypes;
import dev.statute.expr.internal.DataPath;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Chart;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.compile.ChartCompiler;
import dev.statute.step.internal.compile.ExpressionCompiler;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compiler of migration plans. It checks all that the two definitions determine: every state in
 * which an instance can rest, and every history state, has a counterpart, and all declared data of
 * the new definition exist. Checks that depend on an instance are left to {@link
 * dev.statute.step.internal.migrate.SnapshotMigrator}.
 */
public final class MigrationCompiler {
  private static final int[] NONE = {};

  private final MigrationPlan plan;
  private final Chart from;
  private final Chart to;
  private final ProblemCollector problems;
  private final Set<String> forget = new LinkedHashSet<>();

  private MigrationCompiler(MigrationPlan plan, Chart from, Chart to, ProblemCollector problems) {
    this.plan = plan;
    this.from = from;
    this.to = to;
    this.problems = problems;
    plan.forget().forEach(name -> forget.add(name.value()));
  }

  /** Compiles a plan, see {@link dev.statute.step.Migration#compile}. */
  public static CompiledMigration compile(
      MigrationPlan plan, Chart from, Chart to, ProblemCollector problems) {
    return new MigrationCompiler(plan, from, to, problems).compile();
  }

  private CompiledMigration compile() {
    if (!plan.chart().value().equals(from.name())) {
      problems.error(
          "M101",
          plan.chart(),
          "the plan is for '" + plan.chart() + "', but the instances run '" + from.name() + "'",
          "write migrate: " + from.name());
    }
    int[][] states = states();
    checkForgettable();
    TypeEnvironment env = ChartCompiler.expressionTypes(from).forAnyEvent();
    ValueType target =
        Objects.requireNonNull(ChartCompiler.expressionTypes(to).forAnyEvent().variable("data"))
            .type();
    ExpressionCompiler expressions = ExpressionCompiler.withProblems(problems);
    List<CompiledMigration.Change> data = new ArrayList<>();
    plan.data()
        .forEach(
            (key, definition) -> {
              DataPath path = DataPath.compile(key, target, env, problems);
              if (path != null) {
                data.add(
                    new CompiledMigration.Change(
                        path, expressions.value(definition, env, path.type())));
              }
            });
    List<DataPath> remove =
        plan.remove().stream()
            .map(path -> expressions.path(path, env))
            .filter(Objects::nonNull)
            .toList();
    checkData(data, remove, target, env);
    return new CompiledMigration(from, to, states, List.copyOf(data), remove, Set.copyOf(forget));
  }

  private int[][] states() {
    Map<Integer, List<SourceText>> said = new LinkedHashMap<>();
    plan.states()
        .forEach(
            (old, targets) -> {
              int number = resolve(from, old);
              if (number >= 0) {
                said.put(number, targets);
              }
            });
    int[][] states = new int[from.model().size()][];
    states[0] = new int[] {0};
    for (int n = 1; n < states.length; n++) {
      CompiledState old = from.model().state(n);
      List<SourceText> targets = said.getOrDefault(n, List.of());
      states[n] = targets.isEmpty() ? defaultTarget(old) : explicitTargets(old, targets);
      if (targets.isEmpty() && states[n].length == 0) {
        reportMissing(old);
      }
    }
    return states;
  }

  private int resolve(Chart chart, SourceText name) {
    int number = chart.model().index().resolve(name.value());
    if (number < 0) {
      problems.error(
          "M102",
          name,
          "the " + (chart == from ? "old" : "new") + " chart has no state '" + name + "'",
          SpellingSuggestion.fix(
              name.value(),
              chart.states(),
              "its states are: " + String.join(", ", chart.states())));
    }
    return number;
  }

  private int[] explicitTargets(CompiledState old, List<SourceText> targets) {
    List<Integer> numbers = new ArrayList<>();
    for (SourceText target : targets) {
      int number = resolve(to, target);
      if (number < 0) {
        return NONE;
      }
      if (to.model().state(number).isHistory() != old.isHistory()) {
        problems.error(
            "M104",
            target,
            old.isHistory()
                ? "'" + old.id() + "' is a history state, and '" + target + "' is none"
                : "'" + target + "' is a history state; nothing can rest there",
            old.isHistory() ? "name a history state, or forget it" : "name a state");
        return NONE;
      }
      numbers.add(number);
    }
    int[] all = numbers.stream().mapToInt(Integer::intValue).toArray();
    EntrySet entered = new EntrySet(to.model(), Map.of());
    if (!old.isHistory()) {
      entered.add(all, 0);
      entered.states().add(0);
    }
    String clash = entered.conflict();
    if (clash != null) {
      problems.error("M104", targets.get(0), clash, "name one of them");
    }
    return all;
  }

  /** Returns the state of the same id and kind, or none. */
  private int[] defaultTarget(CompiledState old) {
    int number = to.model().index().number(old.id());
    if (number < 0) {
      return NONE;
    }
    CompiledState now = to.model().state(number);
    boolean sameSort = now.isHistory() == old.isHistory() && (!old.isAtomic() || now.isAtomic());
    return sameSort ? new int[] {number} : NONE;
  }

  /** Reports a missing counterpart of a state in which an instance can rest, or of a history. */
  private void reportMissing(CompiledState old) {
    boolean rests = old.isAtomic() && !(old.isFinal() && old.parent() == 0);
    boolean remembers = old.isHistory() && !forget.contains(old.id());
    if (!rests && !remembers) {
      return;
    }
    int now = to.model().index().number(old.id());
    String near =
        SpellingSuggestion.nearest(
            old.id(), to.states().stream().filter(id -> !from.states().contains(id)).toList());
    String line = old.id() + ": " + (near == null ? "STATE" : near);
    String why =
        now < 0
            ? "is not in the new chart"
            : to.model().state(now).isHistory() == old.isHistory()
                ? "has states inside it in the new chart"
                : "is a state of another sort in the new chart";
    problems.error(
        "M103",
        plan.chart(),
        "'" + old.id() + "' " + why + ", and the plan does not say what it becomes",
        "add states: { " + line + " }" + (remembers ? ", or forget: [" + old.id() + "]" : ""));
  }

  /** Checks that every forgotten name is a part that the old chart can have. */
  private void checkForgettable() {
    Set<String> names = new LinkedHashSet<>();
    CompiledChart model = from.model();
    for (CompiledState node : model.states()) {
      if (node.isHistory()) {
        names.add(node.id());
      }
      node.after().forEach(after -> names.add(after.name()));
    }
    model.timers().forEach(timer -> names.add(timer.name()));
    names.addAll(model.fields().keySet());
    Map<String, EventDefinition> events = from.definition().events();
    if (events != null) {
      names.addAll(events.keySet());
    }
    for (SourceText name : plan.forget()) {
      if (events != null && !names.contains(name.value())) {
        problems.error(
            "M106",
            name,
            "the old chart has no history state, timer, field or event '" + name + "'",
            SpellingSuggestion.fix(name.value(), names, "leave it out"));
      }
    }
  }

  /**
   * Checks the data after the migration, if both definitions declare their data. New data have
   * their initial value, unless the plan gives them one.
   */
  private void checkData(
      List<CompiledMigration.Change> changes,
      List<DataPath> remove,
      ValueType target,
      TypeEnvironment env) {
    Map<String, DataDefinition> old = from.definition().data();
    Map<String, DataDefinition> now = to.definition().data();
    if (old == null || now == null) {
      return;
    }
    Set<String> there = new LinkedHashSet<>(old.keySet());
    remove.stream().filter(DataPath::isRoot).forEach(path -> there.remove(path.root()));
    changes.forEach(change -> there.add(change.path().root()));
    for (String name : now.keySet()) {
      DataDefinition item = now.get(name);
      if (!there.contains(name) && item != null && item.initial() != null) {
        Object initial =
            item.type() == null ? item.initial() : FieldTypes.convert(item.type(), item.initial());
        DataPath path = DataPath.compile(item.name(), target, env, problems);
        if (path != null) {
          changes.add(new CompiledMigration.Change(path, scope -> initial));
        }
      } else if (!there.contains(name)) {
        problems.error(
            "M105",
            plan.chart(),
            "the new chart declares the data '" + name + "', which nobody gives a value",
            "add data: { " + name + ": VALUE }");
      }
    }
    for (String name : there) {
      if (!now.containsKey(name)) {
        problems.error(
            "M105",
            plan.chart(),
            "the new chart declares no data '" + name + "'",
            "add remove: [" + name + "]" + renameHint(name, now.keySet(), old.keySet()));
      }
    }
  }

  private static String renameHint(String name, Collection<String> now, Collection<String> old) {
    String near =
        SpellingSuggestion.nearest(name, now.stream().filter(each -> !old.contains(each)).toList());
    return near == null ? "" : ", and data: { " + near + ": data." + name + " } if it moved there";
  }
}
