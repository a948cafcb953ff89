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
import dev.statute.step.internal.model.Arrow;
import dev.statute.step.internal.model.Descriptors;
import dev.statute.step.internal.model.Domain;
import dev.statute.step.internal.model.Node;
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

  List<Arrow> on(int number, StateDefinition state) {
    List<TransitionDefinition> all = new ArrayList<>(state.transitions());
    all.addAll(rows.getOrDefault(number, List.of()));
    List<Arrow> arrows = new ArrayList<>();
    for (TransitionDefinition transition : all) {
      if (transition.trigger() instanceof OnEvent on) {
        Descriptors descriptors = StateCompiler.descriptors(on.descriptors());
        arrows.add(arrow(number, transition, Arrow.Kind.EVENT, descriptors));
      }
    }
    return arrows;
  }

  List<Arrow> always(int number, StateDefinition state) {
    List<Arrow> arrows = new ArrayList<>();
    for (TransitionDefinition transition : state.transitions()) {
      if (transition.trigger() instanceof Always) {
        arrows.add(arrow(number, transition, Arrow.Kind.ALWAYS, Descriptors.NONE));
      }
    }
    return arrows;
  }

  /** Alternatives of one {@code after} share its text. */
  List<Node.After> after(int number, StateDefinition state) {
    Map<Text, List<Arrow>> groups = new LinkedHashMap<>();
    for (TransitionDefinition transition : state.transitions()) {
      if (transition.trigger() instanceof After after) {
        groups
            .computeIfAbsent(after.duration(), text -> new ArrayList<>())
            .add(arrow(number, transition, Arrow.Kind.AFTER, Descriptors.NONE));
      }
    }
    List<Node.After> timers = new ArrayList<>();
    groups.forEach(
        (duration, arrows) ->
            timers.add(
                new Node.After(
                    state.id() + ".after." + duration,
                    phrases.span(duration, environments.dynamic()),
                    List.copyOf(arrows))));
    return timers;
  }

  List<Arrow> moves(int number, StateDefinition state) {
    List<MoveDefinition> all = new ArrayList<>(state.moves());
    all.addAll(moves.getOrDefault(number, List.of()));
    List<Arrow> arrows = new ArrayList<>();
    TypeEnvironment env = environments.dynamic();
    for (MoveDefinition move : all) {
      int[] targets = names.states(List.of(move.to()));
      if (targets.length == 0) {
        continue;
      }
      arrows.add(
          new Arrow(
              count++,
              number,
              Arrow.Kind.MOVE,
              Descriptors.NONE,
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

  private Arrow arrow(
      int number, TransitionDefinition transition, Arrow.Kind kind, Descriptors descriptors) {
    int[] targets = names.states(transition.targets());
    TypeEnvironment env = environments.transition(transition.trigger());
    List<ActionDefinition> content = transition.actions();
    return new Arrow(
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
        return Arrow.DYNAMIC;
      }
    }
    if (targets.length == 0) {
      return Arrow.NO_DOMAIN;
    }
    return Domain.of(index, source, targets, internal);
  }
}
