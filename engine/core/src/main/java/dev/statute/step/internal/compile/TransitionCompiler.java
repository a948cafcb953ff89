package dev.statute.step.internal.compile;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.rules.ExpressionTypes;
import dev.statute.expr.TypeEnvironment;
import dev.statute.problem.Text;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.model.TransitionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles transitions and moves. In a state, those under {@code on} come first, then the rows of
 * the table form in file order.
 */
final class TransitionCompiler {
  private final ChartDefinition chart;
  private final ChartIndex index;
  private final NameResolver names;
  private final ExpressionCompiler phrases;
  private final ActionCompiler actions;
  private final ExpressionTypes environments;
  private final Map<Integer, List<TransitionDefinition>> rows = new LinkedHashMap<>();
  private final Map<Integer, List<MoveDefinition>> moves = new LinkedHashMap<>();
  private int count;

  TransitionCompiler(
      ChartDefinition chart,
      ChartIndex index,
      NameResolver names,
      ExpressionCompiler phrases,
      ActionCompiler actions,
      ExpressionTypes environments) {
    this.chart = chart;
    this.index = index;
    this.names = names;
    this.phrases = phrases;
    this.actions = actions;
    this.environments = environments;
    readTables();
  }

  private void readTables() {
    chart
        .rows()
        .forEach(
            row ->
                row.from()
                    .forEach(
                        from ->
                            rows.computeIfAbsent(names.stateOrAny(from), n -> new ArrayList<>())
                                .add(row.transition())));
    for (MoveDefinition move : chart.moves()) {
      Text from = move.from();
      if (from != null) {
        moves.computeIfAbsent(names.stateOrAny(from), n -> new ArrayList<>()).add(move);
      }
    }
  }

  List<CompiledTransition> on(int number, StateDefinition state) {
    List<TransitionDefinition> all = new ArrayList<>(state.transitions());
    all.addAll(rows.getOrDefault(number, List.of()));
    List<CompiledTransition> arrows = new ArrayList<>();
    for (TransitionDefinition transition : all) {
      if (transition.trigger() instanceof OnEvent on) {
        EventDescriptors descriptors = StateCompiler.descriptors(on.descriptors());
        arrows.add(arrow(number, transition, CompiledTransition.Kind.EVENT, descriptors));
      }
    }
    return arrows;
  }

  List<CompiledTransition> always(int number, StateDefinition state) {
    List<CompiledTransition> arrows = new ArrayList<>();
    for (TransitionDefinition transition : state.transitions()) {
      if (transition.trigger() instanceof Always) {
        arrows.add(
            arrow(number, transition, CompiledTransition.Kind.ALWAYS, EventDescriptors.NONE));
      }
    }
    return arrows;
  }

  /** Alternatives of one {@code after} share its text. */
  List<CompiledState.After> after(int number, StateDefinition state) {
    Map<Text, List<CompiledTransition>> groups = new LinkedHashMap<>();
    for (TransitionDefinition transition : state.transitions()) {
      if (transition.trigger() instanceof After after) {
        groups
            .computeIfAbsent(after.duration(), text -> new ArrayList<>())
            .add(arrow(number, transition, CompiledTransition.Kind.AFTER, EventDescriptors.NONE));
      }
    }
    List<CompiledState.After> timers = new ArrayList<>();
    groups.forEach(
        (duration, arrows) ->
            timers.add(
                new CompiledState.After(
                    state.id() + ".after." + duration,
                    phrases.span(duration, environments.dynamic()),
                    List.copyOf(arrows))));
    return timers;
  }

  List<CompiledTransition> moves(int number, StateDefinition state) {
    List<MoveDefinition> all = new ArrayList<>(state.moves());
    all.addAll(moves.getOrDefault(number, List.of()));
    List<CompiledTransition> arrows = new ArrayList<>();
    TypeEnvironment env = environments.dynamic();
    for (MoveDefinition move : all) {
      int[] targets = names.states(List.of(move.to()));
      if (targets.length == 0) {
        continue;
      }
      arrows.add(
          new CompiledTransition(
              count++,
              number,
              CompiledTransition.Kind.MOVE,
              EventDescriptors.NONE,
              targets,
              domain(index, number, targets, false),
              false,
              phrases.condition(move.when(), env),
              move.guard() == null ? null : move.guard().value(),
              actions.block(move.actions(), env, "move from " + id(number)),
              phrases.wording(move.reason(), env),
              move.place()));
    }
    return arrows;
  }

  private CompiledTransition arrow(
      int number,
      TransitionDefinition transition,
      CompiledTransition.Kind kind,
      EventDescriptors descriptors) {
    int[] targets = names.states(transition.targets());
    TypeEnvironment env = environments.transition(transition.trigger());
    List<ActionDefinition> content = transition.actions();
    return new CompiledTransition(
        count++,
        number,
        kind,
        descriptors,
        targets,
        domain(index, number, targets, transition.internal()),
        transition.internal(),
        phrases.condition(transition.when(), env),
        transition.guard() == null ? null : transition.guard().value(),
        actions.block(content, env, "transition of " + id(number)),
        phrases.wording(transition.reason(), env),
        transition.place());
  }

  private String id(int number) {
    return index.state(number).id().value();
  }

  private static int domain(ChartIndex index, int source, int[] targets, boolean internal) {
    for (int target : targets) {
      if (index.state(target).kind().isHistory()) {
        return CompiledTransition.DYNAMIC;
      }
    }
    if (targets.length == 0) {
      return CompiledTransition.NO_DOMAIN;
    }
    return TransitionDomain.of(index, source, targets, internal);
  }
}
