package dev.statute.step.internal.compile;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.After;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
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
import java.util.Objects;

/** Compiler of transitions and moves, in the order of {@link StateContents}. */
final class TransitionCompiler {
  private final StateContents parts;
  private final ChartIndex index;
  private final NameResolver names;
  private final ExpressionCompiler expressions;
  private final ActionCompiler actions;
  private final ExpressionEnvironments expressionTypes;
  private int nextNumber;

  TransitionCompiler(
      StateContents parts,
      NameResolver names,
      ExpressionCompiler compiler,
      ActionCompiler actions,
      ExpressionEnvironments environments) {
    this.parts = parts;
    this.index = parts.index();
    this.names = names;
    this.expressions = compiler;
    this.actions = actions;
    this.expressionTypes = environments;
    checkSources();
  }

  /** Reports unknown sources of the table form. */
  private void checkSources() {
    parts.chart().rows().forEach(row -> row.from().forEach(names::stateOrAny));
    parts.chart().moves().stream()
        .map(MoveDefinition::from)
        .filter(Objects::nonNull)
        .forEach(names::stateOrAny);
  }

  List<CompiledTransition> on(int number) {
    List<CompiledTransition> transitions = new ArrayList<>();
    for (TransitionDefinition transition : parts.transitions(number)) {
      if (transition.trigger() instanceof OnEvent on) {
        EventDescriptors descriptors = StateCompiler.descriptors(on.descriptors());
        transitions.add(transition(number, transition, CompiledTransition.Kind.EVENT, descriptors));
      }
    }
    return transitions;
  }

  List<CompiledTransition> always(int number) {
    List<CompiledTransition> transitions = new ArrayList<>();
    for (TransitionDefinition transition : parts.transitions(number)) {
      if (transition.trigger() instanceof Always) {
        transitions.add(
            transition(number, transition, CompiledTransition.Kind.ALWAYS, EventDescriptors.NONE));
      }
    }
    return transitions;
  }

  /** Compiles the alternatives of {@code after}; those of one duration share its text. */
  List<CompiledState.StateTimer> after(int number) {
    Map<SourceText, List<CompiledTransition>> groups = new LinkedHashMap<>();
    for (TransitionDefinition transition : parts.transitions(number)) {
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
                    stateId(number) + ".after." + duration,
                    expressions.duration(duration, expressionTypes.forAnyEvent()),
                    List.copyOf(transitions))));
    return timers;
  }

  List<CompiledTransition> listedMoves(int number) {
    List<CompiledTransition> transitions = new ArrayList<>();
    TypeEnvironment env = expressionTypes.forAnyEvent();
    for (MoveDefinition move : parts.moves(number)) {
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
              domain(number, targets, false),
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
    return new CompiledTransition(
        nextNumber++,
        number,
        kind,
        descriptors,
        targets,
        domain(number, targets, transition.internal()),
        transition.internal(),
        expressions.condition(transition.when(), env),
        transition.guard() == null ? null : transition.guard().value(),
        actions.block(transition.actions(), env, "transition of " + stateId(number)),
        expressions.template(transition.reason(), env),
        transition.place());
  }

  private String stateId(int number) {
    return index.state(number).id().value();
  }

  private int domain(int source, int[] targets, boolean internal) {
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
