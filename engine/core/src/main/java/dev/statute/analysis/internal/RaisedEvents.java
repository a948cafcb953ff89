package dev.statute.analysis.internal;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Text;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a chart does, as written: compiled actions no longer say which events they raise. The
 * definition lists the transitions of a state in the same order as the model.
 */
final class RaisedEvents {
  private final CompiledChart model;
  private final IdentityHashMap<CompiledTransition, Written> written = new IdentityHashMap<>();

  /**
   * A transition or move as written.
   *
   * @param hasTemplate whether its reason computes something
   */
  record Written(List<ActionDefinition> actions, boolean hasTemplate) {
    static final Written NOTHING = new Written(List.of(), false);

    static Written of(List<ActionDefinition> actions, @Nullable Text reason) {
      return new Written(actions, reason != null && reason.value().contains("${"));
    }
  }

  RaisedEvents(CompiledChart model) {
    this.model = model;
    StateContents parts = StateContents.of(model.definition(), model.index());
    for (CompiledState node : model.nodes()) {
      List<TransitionDefinition> all = parts.transitions(node.number());
      pair(node.on(), of(all, t -> t.trigger() instanceof OnEvent));
      pair(node.always(), of(all, t -> t.trigger() instanceof Always));
      List<CompiledTransition> timed =
          node.after().stream().flatMap(g -> g.arrows().stream()).toList();
      pair(timed, of(all, t -> t.trigger() instanceof After));
      pair(
          node.moves(),
          parts.moves(node.number()).stream()
              .map(move -> Written.of(move.actions(), move.reason()))
              .toList());
    }
  }

  private static List<Written> of(
      List<TransitionDefinition> all, Predicate<TransitionDefinition> which) {
    return all.stream().filter(which).map(t -> Written.of(t.actions(), t.reason())).toList();
  }

  private void pair(List<CompiledTransition> arrows, List<Written> lists) {
    if (arrows.size() != lists.size()) {
      throw new IllegalStateException(
          arrows.size() + " compiled transitions for " + lists.size() + " written ones");
    }
    for (int i = 0; i < arrows.size(); i++) {
      written.put(arrows.get(i), lists.get(i));
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

  Written on(CompiledTransition arrow) {
    return written.getOrDefault(arrow, Written.NOTHING);
  }

  private StateDefinition definition(int state) {
    return model.index().state(state);
  }
}
