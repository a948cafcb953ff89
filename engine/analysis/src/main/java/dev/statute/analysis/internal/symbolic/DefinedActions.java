package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Definitions of the actions of states and compiled transitions: compiled actions no longer say
 * which events they raise. The definition lists the transitions of a state in the same order as the
 * model. Immutable.
 */
final class DefinedActions {
  private final CompiledChart model;
  private final Map<CompiledTransition, Content> contents = new HashMap<>();
  private final Map<CompiledTransition, Integer> positions = new HashMap<>();

  /**
   * Content of a transition or move.
   *
   * @param hasTemplate whether its reason evaluates expressions
   */
  record Content(List<ActionDefinition> actions, boolean hasTemplate) {
    static final Content EMPTY = new Content(List.of(), false);

    static Content of(List<ActionDefinition> actions, @Nullable SourceText reason) {
      return new Content(actions, reason != null && reason.value().contains("${"));
    }
  }

  DefinedActions(CompiledChart model) {
    this.model = model;
    StateContents definitions = StateContents.of(model.definition(), model.index());
    for (CompiledState state : model.states()) {
      List<TransitionDefinition> all = definitions.transitions(state.number());
      add(state.on(), contents(all, t -> t.trigger() instanceof OnEvent));
      add(state.always(), contents(all, t -> t.trigger() instanceof Always));
      List<CompiledTransition> timed =
          state.after().stream().flatMap(timer -> timer.transitions().stream()).toList();
      add(timed, contents(all, t -> t.trigger() instanceof After));
      add(
          state.moves(),
          definitions.moves(state.number()).stream()
              .map(move -> Content.of(move.actions(), move.reason()))
              .toList());
    }
  }

  private static List<Content> contents(
      List<TransitionDefinition> all, Predicate<TransitionDefinition> filter) {
    return all.stream().filter(filter).map(t -> Content.of(t.actions(), t.reason())).toList();
  }

  private void add(List<CompiledTransition> transitions, List<Content> definitions) {
    if (transitions.size() != definitions.size()) {
      throw new IllegalStateException(
          transitions.size() + " compiled transitions for " + definitions.size() + " defined ones");
    }
    for (int i = 0; i < transitions.size(); i++) {
      positions.put(transitions.get(i), positions.size());
      contents.put(transitions.get(i), definitions.get(i));
    }
  }

  List<ActionDefinition> entry(int state) {
    return definition(state).entry();
  }

  List<ActionDefinition> exit(int state) {
    return definition(state).exit();
  }

  List<ActionDefinition> initial(int state) {
    InitialDefinition initial = definition(state).initial();
    return initial == null ? List.of() : initial.actions();
  }

  /** Returns the content of a transition; empty for one that a rule made. */
  Content content(CompiledTransition transition) {
    return contents.getOrDefault(transition, Content.EMPTY);
  }

  /** Returns the position of a transition of the chart in {@link CompiledChart#transitions()}. */
  int position(CompiledTransition transition) {
    Integer position = positions.get(transition);
    if (position == null) {
      throw new IllegalArgumentException(transition + " is not defined by the chart");
    }
    return position;
  }

  private StateDefinition definition(int state) {
    return model.index().state(state);
  }
}
