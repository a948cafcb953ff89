package dev.statute.step.internal.compile;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.MigrationPlan;
import dev.statute.expr.Path;
import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledMigration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.run.EntrySet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks a plan of migration as far as the two definitions tell: every state in which an instance
 * can rest has a counterpart, every history state too, and the data that the new definition
 * declares are there. What depends on an instance is left to {@link
 * dev.statute.step.internal.run.SnapshotMigrator}.
 */
public final class MigrationCompiler {
  private static final int[] NONE = {};

  private final MigrationPlan plan;
  private final Chart from;
  private final Chart to;
  private final Problems problems;
  private final Set<String> forget = new LinkedHashSet<>();

  private MigrationCompiler(MigrationPlan plan, Chart from, Chart to, Problems problems) {
    this.plan = plan;
    this.from = from;
    this.to = to;
    this.problems = problems;
    plan.forget().forEach(name -> forget.add(name.value()));
  }

  /** See {@link dev.statute.step.Migration#compile}. */
  public static CompiledMigration compile(
      MigrationPlan plan, Chart from, Chart to, Problems problems) {
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
    forgettable();
    TypeEnvironment env = ChartCompiler.environments(from).dynamic();
    Type target =
        Objects.requireNonNull(ChartCompiler.environments(to).dynamic().variable("data")).type();
    ExpressionCompiler phrases = ExpressionCompiler.checking(problems);
    List<CompiledMigration.Change> data = new ArrayList<>();
    plan.data()
        .forEach(
            (key, definition) -> {
              Path path = Path.compile(key, target, env, problems);
              if (path != null) {
                data.add(
                    new CompiledMigration.Change(
                        path, phrases.value(definition, env, path.type())));
              }
            });
    List<Path> remove =
        plan.remove().stream()
            .map(path -> phrases.path(path, env))
            .filter(Objects::nonNull)
            .toList();
    declared(data, remove);
    return new CompiledMigration(from, to, states, List.copyOf(data), remove, Set.copyOf(forget));
  }

  private int[][] states() {
    Map<Integer, List<Text>> said = new LinkedHashMap<>();
    plan.states()
        .forEach(
            (old, targets) -> {
              int number = find(from, old);
              if (number >= 0) {
                said.put(number, targets);
              }
            });
    int[][] states = new int[from.model().size()][];
    states[0] = new int[] {0};
    for (int n = 1; n < states.length; n++) {
      CompiledState old = from.model().node(n);
      List<Text> targets = said.getOrDefault(n, List.of());
      states[n] = targets.isEmpty() ? same(old) : told(old, targets);
      if (targets.isEmpty() && states[n].length == 0) {
        missing(old);
      }
    }
    return states;
  }

  private int find(Chart chart, Text name) {
    int number = chart.model().index().resolve(name.value());
    if (number < 0) {
      String near = Suggest.nearest(name.value(), chart.states());
      problems.error(
          "M102",
          name,
          "the " + (chart == from ? "old" : "new") + " chart has no state '" + name + "'",
          near == null
              ? "its states are: " + String.join(", ", chart.states())
              : "did you mean '" + near + "'?");
    }
    return number;
  }

  private int[] told(CompiledState old, List<Text> targets) {
    List<Integer> numbers = new ArrayList<>();
    for (Text target : targets) {
      int number = find(to, target);
      if (number < 0) {
        return NONE;
      }
      if (to.model().node(number).isHistory() != old.isHistory()) {
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
    String clash = entered.clash();
    if (clash != null) {
      problems.error("M104", targets.get(0), clash, "name one of them");
    }
    return all;
  }

  /** The state of the same id, if it is one of the same sort. */
  private int[] same(CompiledState old) {
    int number = to.model().index().number(old.id());
    if (number < 0) {
      return NONE;
    }
    CompiledState now = to.model().node(number);
    boolean sameSort = now.isHistory() == old.isHistory() && (!old.isAtomic() || now.isAtomic());
    return sameSort ? new int[] {number} : NONE;
  }

  /** Only what an instance can rest in, or remember, must have a counterpart. */
  private void missing(CompiledState old) {
    boolean rests = old.isAtomic() && !(old.isFinal() && old.parent() == 0);
    boolean remembers = old.isHistory() && !forget.contains(old.id());
    if (!rests && !remembers) {
      return;
    }
    int now = to.model().index().number(old.id());
    String near =
        Suggest.nearest(
            old.id(), to.states().stream().filter(id -> !from.states().contains(id)).toList());
    String line = old.id() + ": " + (near == null ? "STATE" : near);
    String why =
        now < 0
            ? "is not in the new chart"
            : to.model().node(now).isHistory() == old.isHistory()
                ? "has states inside it in the new chart"
                : "is a state of another sort in the new chart";
    problems.error(
        "M103",
        plan.chart(),
        "'" + old.id() + "' " + why + ", and the plan does not say what it becomes",
        "add states: { " + line + " }" + (remembers ? ", or forget: [" + old.id() + "]" : ""));
  }

  /** Everything to forget must be something that the old chart can have. */
  private void forgettable() {
    Set<String> names = new LinkedHashSet<>();
    CompiledChart model = from.model();
    for (CompiledState node : model.nodes()) {
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
    for (Text name : plan.forget()) {
      if (events != null && !names.contains(name.value())) {
        String near = Suggest.nearest(name.value(), names);
        problems.error(
            "M106",
            name,
            "the old chart has no history state, timer, field or event '" + name + "'",
            near == null ? "leave it out" : "did you mean '" + near + "'?");
      }
    }
  }

  /** Where both definitions declare their data, it is known now what will be there. */
  private void declared(List<CompiledMigration.Change> changes, List<Path> remove) {
    Map<String, DataDefinition> old = from.definition().data();
    Map<String, DataDefinition> now = to.definition().data();
    if (old == null || now == null) {
      return;
    }
    Set<String> there = new LinkedHashSet<>(old.keySet());
    remove.stream().filter(Path::isRoot).forEach(path -> there.remove(path.root()));
    changes.forEach(change -> there.add(change.path().root()));
    for (String name : now.keySet()) {
      if (!there.contains(name)) {
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
            "add remove: [" + name + "]" + renamed(name, now.keySet(), old.keySet()));
      }
    }
  }

  private static String renamed(String name, Collection<String> now, Collection<String> old) {
    String near = Suggest.nearest(name, now.stream().filter(each -> !old.contains(each)).toList());
    return near == null ? "" : ", and data: { " + near + ": data." + name + " } if it moved there";
  }
}
