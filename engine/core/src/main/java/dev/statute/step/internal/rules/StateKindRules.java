package dev.statute.step.internal.rules;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.RowDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;

/** Checks of the parts that each kind of state may have: C304 to C309, C311, C313. */
final class StateKindRules {
  private final StateContents parts;
  private final ProblemCollector problems;

  private StateKindRules(StateContents parts, ProblemCollector problems) {
    this.parts = parts;
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    StateKindRules rules = new StateKindRules(parts, problems);
    ChartIndex index = parts.index();
    for (int number = 0; number < index.size(); number++) {
      rules.check(index.state(number));
    }
    rules.checkTables();
  }

  private void check(StateDefinition state) {
    switch (state.kind()) {
      case ATOMIC -> checkAtomic(state);
      case COMPOUND -> checkCompound(state);
      case PARALLEL -> checkParallel(state);
      case FINAL -> checkFinal(state);
      case SHALLOW_HISTORY, DEEP_HISTORY -> checkHistory(state);
    }
    if (state.output() != null && state.kind() != Kind.FINAL && !state.kind().isHistory()) {
      problems.error(
          "C311",
          state.id(),
          "'" + state.id() + "' has an output but is not final",
          "output is the data of done.state.<parent>: write it in a final state");
    }
  }

  private void checkAtomic(StateDefinition state) {
    if (state.initial() != null) {
      problems.error(
          "C313",
          placeOf(state, state.initial()),
          "'" + state.id() + "' has an initial state but no states",
          "give it states, or remove initial");
    }
  }

  private void checkCompound(StateDefinition state) {
    if (state.states().stream().allMatch(child -> child.kind().isHistory())) {
      problems.error(
          "C304",
          state.states().get(0).id(),
          "the only child of '" + state.id() + "' is a history, so there is nothing to remember",
          "add a state beside it");
    }
  }

  private void checkParallel(StateDefinition state) {
    if (state.states().stream().allMatch(child -> child.kind().isHistory())) {
      problems.error(
          "C307",
          state.id(),
          "'" + state.id() + "' is parallel and has no regions",
          "give it states, each of them is a region; or remove parallel");
    }
    for (StateDefinition child : state.states()) {
      if (child.kind() == Kind.FINAL) {
        problems.error(
            "C308",
            child.id(),
            "'" + child.id() + "' is final and a region of the parallel state '" + state.id() + "'",
            "a region ends in a final state inside it: wrap it in a state");
      }
    }
    if (state.initial() != null) {
      problems.error(
          "C313",
          placeOf(state, state.initial()),
          "'" + state.id() + "' is parallel: all its regions are entered, none is the initial one",
          "remove initial, or name a target in each region where the state is entered");
    }
  }

  private void checkFinal(StateDefinition state) {
    if (!state.states().isEmpty()) {
      problems.error(
          "C305",
          state.states().get(0).id(),
          "final state '"
              + state.id()
              + "' has states inside; nothing can be entered once it is reached",
          "remove final, and make a state inside it final");
    }
    String what =
        !state.transitions().isEmpty()
            ? "transitions"
            : !state.moves().isEmpty()
                ? "moves"
                : !state.defer().isEmpty()
                    ? "defer"
                    : !state.invokes().isEmpty()
                        ? "invoke"
                        : state.initial() != null ? "initial" : null;
    if (what != null) {
      problems.error(
          "C306",
          state.id(),
          "final state '" + state.id() + "' has " + what + ", but nothing leads on from it",
          "remove " + what + ", or final");
    }
  }

  private void checkHistory(StateDefinition state) {
    boolean plain =
        state.states().isEmpty()
            && state.entry().isEmpty()
            && state.exit().isEmpty()
            && state.transitions().isEmpty()
            && state.moves().isEmpty()
            && state.defer().isEmpty()
            && state.invokes().isEmpty()
            && state.requires().isEmpty()
            && state.output() == null;
    if (!plain) {
      problems.error(
          "C309",
          state.id(),
          "history '" + state.id() + "' is no state to be in: it can only have an initial",
          "put the rest into the state it stands in");
    }
  }

  private void checkTables() {
    for (RowDefinition row : parts.chart().rows()) {
      row.from().forEach(from -> requireNotFinal(from, "transitions"));
    }
    for (MoveDefinition move : parts.chart().moves()) {
      SourceText from = move.from();
      if (from != null) {
        requireNotFinal(from, "moves");
      }
    }
  }

  private void requireNotFinal(SourceText from, String what) {
    int source = parts.resolveSource(from);
    if (source <= 0) {
      return;
    }
    StateDefinition state = parts.index().state(source);
    if (state.kind() == Kind.FINAL) {
      problems.error(
          "C306",
          from,
          "final state '" + from + "' has " + what + ", but nothing leads on from it",
          "remove the row, or final at " + state.place().relativeTo(from.place()));
    } else if (state.kind().isHistory()) {
      problems.error(
          "C309",
          from,
          "history '" + from + "' is no state to be in: nothing can lead on from it",
          "name the state it stands in");
    }
  }

  private static SourceText placeOf(StateDefinition state, InitialDefinition initial) {
    return initial.targets().isEmpty() ? state.id() : initial.targets().get(0);
  }
}
