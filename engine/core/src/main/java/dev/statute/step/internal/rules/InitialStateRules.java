package dev.statute.step.internal.rules;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks of {@code initial} of states and histories: C302, C303, C310. */
final class InitialStateRules {
  private final StateContents parts;
  private final ChartIndex index;
  private final ProblemCollector problems;

  private InitialStateRules(StateContents parts, ProblemCollector problems) {
    this.parts = parts;
    this.index = parts.index();
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    InitialStateRules rules = new InitialStateRules(parts, problems);
    for (int number = 0; number < rules.index.size(); number++) {
      StateDefinition state = rules.index.state(number);
      InitialDefinition initial = state.initial();
      if (initial != null && state.kind() == Kind.COMPOUND) {
        rules.checkTargets(number, number, initial.targets());
      } else if (initial != null && state.kind().isHistory()) {
        rules.checkTargets(number, rules.index.parent(number), initial.targets());
      }
      if (state.kind().isHistory()) {
        rules.checkHistoryDefault(number);
      }
    }
  }

  private void checkTargets(int state, int around, List<SourceText> targets) {
    for (SourceText target : targets) {
      int number = index.resolve(target.value());
      if (number >= 0 && !index.isDescendant(number, around)) {
        problems.error(
            "C302",
            target,
            "'" + target + "' is not inside '" + index.state(around).id() + "'",
            "an initial state is one of those inside: " + String.join(", ", childIds(around)));
      }
    }
    List<Integer> clash = CompatibleStates.findConflict(index, parts.resolve(targets));
    if (!clash.isEmpty()) {
      problems.error(
          "C303",
          targets.get(0),
          "'"
              + id(clash.get(0))
              + "' and '"
              + id(clash.get(1))
              + "' can't be active together, so both can't be initial in '"
              + id(state)
              + "'",
          "name one state, or one in each region of a parallel state");
    }
  }

  private void checkHistoryDefault(int history) {
    Set<Integer> way = new LinkedHashSet<>();
    if (isCyclic(history, way)) {
      problems.error(
          "C310",
          index.state(history).id(),
          "history '"
              + id(history)
              + "' has no default but itself: "
              + String.join(" → ", way.stream().map(this::id).toList()),
          "give it an initial: the state to enter while there is nothing to remember");
    }
  }

  /** Returns whether the defaults of a history lead back to a history that was already visited. */
  private boolean isCyclic(int history, Set<Integer> way) {
    if (!way.add(history)) {
      return true;
    }
    InitialDefinition own = index.state(history).initial();
    InitialDefinition initial = own != null ? own : index.state(index.parent(history)).initial();
    List<SourceText> targets = initial == null ? List.of() : initial.targets();
    return parts.resolve(targets).stream()
        .filter(target -> index.state(target).kind().isHistory())
        .anyMatch(target -> isCyclic(target, way));
  }

  private List<String> childIds(int state) {
    return index.children(state).stream().map(this::id).toList();
  }

  private String id(int state) {
    return index.state(state).id().value();
  }
}
