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
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.algorithm.TransitionDomain;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.scope.ExpressionEnvironments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiler of transitions and moves. In a state, those under {@code on} come first, then the rows
 * of the table form in file order.
 */
final class TransitionCompiler {
  private final ChartDefinition chart;
  private final ChartIndex index;
  private final NameResolver names;
  private final ExpressionCompiler expressions;
  private final ActionCompiler actions;
  private final ExpressionEnvironments expressionTypes;
  private final Map<Integer, List<TransitionDefinition>> tableTransitions = new LinkedHashMap<>();
  private final Map<Integer, List<MoveDefinition>> listedMoves = new LinkedHashMap<>();
  private int nextNumber;

  TransitionCompiler(
      ChartDefinition chart,
      ChartIndex index,
      NameResolver names,
      ExpressionCompiler compiler,
      ActionCompiler actions,
      ExpressionEnvironments environments) {
    this.chart = chart;
    this.index = index;
    this.names = names;
    this.expressions = compiler;
    this.actions = actions;
    this.expressionTypes = environments;
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
                            tableTransitions
                                .computeIfAbsent(names.stateOrAny(from), n -> new ArrayList<>())
                                .add(row.transition())));
    for (MoveDefinition move : chart.moves()) {
      SourceText from = move.from();
      if (from != null) {
        listedMoves.computeIfAbsent(names.stateOrAny(from), n -> new ArrayList<>()).add(move);
      }
    }
  }

  List<CompiledTransition> on(int number, StateDefinition state) {
    List<TransitionDefinition> all = new ArrayList<>(state.transitions());
    all.addAll(tableTransitions.getOrDefault(number, List.of()));
    List<CompiledTransition> transitions = new ArrayList<>();
    for (TransitionDefinition transition : all) {
      if (transition.trigger() instanceof OnEvent on) {
        EventDescriptors descriptors = StateCompiler.descriptors(on.descriptors());
        transitions.add(transition(number, transition, CompiledTransition.Kind.EVENT, descriptors));
      }
    }
    return transitions;
  }

  List<CompiledTransition> always(int number, StateDefinition state) {
    List<CompiledTransition> transitions = new ArrayList<>();
    for (TransitionDefinition transition : state.transitions()) {
      if (transition.trigger() instanceof Always) {
        transitions.add(
            transition(number, transition, CompiledTransition.Kind.ALWAYS, EventDescriptors.NONE));
      }
    }
    return transitions;
  }

  /** Compiles the alternatives of {@code after}; those of one duration share its text. */
  List<CompiledState.StateTimer> after(int number, StateDefinition state) {
    Map<SourceText, List<CompiledTransition>> groups = new LinkedHashMap<>();
    for (TransitionDefinition transition : state.transitions()) {
      if (transition.trigger() instanceof After after) {
        groups
            .computeIfAbsent(after.duration(), text -> new ArrayList<>())
            .add(
                transition(
                    number, transition, CompiledTransition.Kind.AFTER, EventDescriptors.NONE));
      }
    }
    List<CompiledState.StateTimer> timers = new ArrayList<>();
    groups.forEach(
        (duration, transitions) ->
            timers.add(
                new CompiledState.StateTimer(
                    state.id() + ".after." + duration,
                    expressions.duration(duration, expressionTypes.forAnyEvent()),
                    List.copyOf(transitions))));
    return timers;
  }

  List<CompiledTransition> listedMoves(int number, StateDefinition state) {
    List<MoveDefinition> all = new ArrayList<>(state.moves());
    all.addAll(listedMoves.getOrDefault(number, List.of()));
    List<CompiledTransition> transitions = new ArrayList<>();
    TypeEnvironment env = expressionTypes.forAnyEvent();
    for (MoveDefinition move : all) {
      int[] targets = names.states(List.of(move.to()));
      if (targets.length == 0) {
        continue;
      }
      transitions.add(
          new CompiledTransition(
              nextNumber++,
              number,
              CompiledTransition.Kind.MOVE,
              EventDescriptors.NONE,
              targets,
              domain(index, number, targets, false),
              false,
              expressions.condition(move.when(), env),
              move.guard() == null ? null : move.guard().value(),
              actions.block(move.actions(), env, "move from " + stateId(number)),
              expressions.template(move.reason(), env),
              move.place()));
    }
    return transitions;
  }

  private CompiledTransition transition(
      int number,
      TransitionDefinition transition,
      CompiledTransition.Kind kind,
      EventDescriptors descriptors) {
    int[] targets = names.states(transition.targets());
    TypeEnvironment env = expressionTypes.forTransition(transition.trigger());
    List<ActionDefinition> content = transition.actions();
    return new CompiledTransition(
        nextNumber++,
        number,
        kind,
        descriptors,
        targets,
        domain(index, number, targets, transition.internal()),
        transition.internal(),
        expressions.condition(transition.when(), env),
        transition.guard() == null ? null : transition.guard().value(),
        actions.block(content, env, "transition of " + stateId(number)),
        expressions.template(transition.reason(), env),
        transition.place());
  }

  private String stateId(int number) {
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
