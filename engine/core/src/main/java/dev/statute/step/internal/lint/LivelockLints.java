package dev.statute.step.internal.lint;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lints of unstable states: cycles of eventless transitions C809, unreachable transitions for
 * events, moves or times in such states C810, timers that never run C811.
 */
final class LivelockLints {
  private final StateContents parts;
  private final ChartIndex index;
  private final ProblemCollector problems;

  private LivelockLints(StateContents parts, ProblemCollector problems) {
    this.parts = parts;
    this.index = parts.index();
    this.problems = problems;
  }

  static void check(StateContents parts, ReachableStates reach, ProblemCollector problems) {
    LivelockLints lints = new LivelockLints(parts, problems);
    for (int state = 0; state < lints.index.size(); state++) {
      lints.checkCycle(state);
      lints.checkWaits(state);
    }
    parts.chart().timers().values().forEach(timer -> lints.checkTimer(timer, reach));
  }

  /** Returns the eventless transition that always leaves this state, or null. */
  private @Nullable TransitionDefinition unconditionalExit(int state) {
    return parts.transitions(state).stream()
        .filter(t -> t.trigger() instanceof Always)
        .filter(t -> StateContents.isUnconditional(t.when(), t.guard()))
        .findFirst()
        .orElse(null);
  }

  private void checkCycle(int state) {
    boolean canStop = index.state(state).kind() != Kind.ATOMIC;
    for (TransitionDefinition transition : parts.transitions(state)) {
      if (!(transition.trigger() instanceof Always)) {
        continue;
      }
      if (!transition.targets().isEmpty()) {
        canStop = true;
      } else if (!changesData(transition.actions())
          || (!canStop && StateContents.isUnconditional(transition.when(), transition.guard()))) {
        problems.add(
            Problem.warning(
                "C809",
                transition.place(),
                "this has no event and no target, and nothing it does can stop it: once it is"
                    + " taken, it is taken for ever",
                "give it a target, an event, or an assign that makes its condition false"));
      }
    }
    List<Integer> way = new ArrayList<>();
    int at = state;
    while (at >= 0 && !way.contains(at)) {
      way.add(at);
      at = nextState(at);
    }
    if (at == state && state == Collections.min(way)) {
      String circle =
          String.join(" → ", way.stream().map(s -> index.state(s).id().value()).toList());
      problems.warning(
          "C809",
          index.state(state).id(),
          "eventless transitions lead in a circle: "
              + circle
              + " → "
              + index.state(state).id()
              + ", so an instance never rests",
          "give one of them an event or a condition");
    }
  }

  /** Returns the atomic state that the only exit leads to, or -1. */
  private int nextState(int state) {
    TransitionDefinition onward = unconditionalExit(state);
    List<Integer> targets = onward == null ? List.of() : parts.resolve(onward.targets());
    return targets.size() == 1 ? targets.get(0) : -1;
  }

  private static boolean changesData(List<ActionDefinition> actions) {
    return StateContents.flatten(actions).stream()
        .anyMatch(
            action ->
                action instanceof ActionDefinition.Assign
                    || action instanceof ActionDefinition.Merge
                    || action instanceof ActionDefinition.Append
                    || action instanceof ActionDefinition.Remove
                    || action instanceof ActionDefinition.Fill
                    || action instanceof ActionDefinition.Fail);
  }

  /** Checks only states without children, as inner states may have exits before that of a state. */
  private void checkWaits(int state) {
    boolean atomic = index.state(state).kind() == Kind.ATOMIC;
    TransitionDefinition onward = atomic ? unconditionalExit(state) : null;
    if (onward == null || onward.targets().isEmpty()) {
      return;
    }
    for (TransitionDefinition transition : parts.transitions(state)) {
      String what =
          transition.trigger() instanceof OnEvent on
              ? "'" + on.descriptors().get(0) + "' is never heard here"
              : transition.trigger() instanceof Always ? null : "this time never passes";
      if (what != null) {
        reportNever(what, state, onward, transition.place());
      }
    }
    parts
        .moves(state)
        .forEach(
            move ->
                reportNever(
                    "'" + move.to() + "' can't be asked for here", state, onward, move.place()));
  }

  private void reportNever(String what, int state, TransitionDefinition onward, Place place) {
    problems.add(
        Problem.warning(
            "C810",
            place,
            what
                + ": '"
                + index.state(state).id()
                + "' is left at once by the transition at "
                + onward.place().relativeTo(place),
            "give that one a condition, or remove this"));
  }

  private void checkTimer(TimerDefinition timer, ReachableStates reach) {
    boolean runs = timer.in().isEmpty() || timer.in().stream().anyMatch(in -> canRunIn(in, reach));
    if (!runs) {
      problems.warning(
          "C811",
          timer.name(),
          "timer '"
              + timer.name()
              + "' never runs: no instance ever rests in "
              + String.join(", ", timer.in().stream().map(SourceText::value).toList()),
          "name states that an instance can be in");
    }
  }

  private boolean canRunIn(SourceText in, ReachableStates reach) {
    int state = parts.resolveSource(in);
    if (state <= 0) {
      return true;
    }
    boolean ends = index.state(state).kind() == Kind.FINAL && index.parent(state) == 0;
    boolean passes = index.state(state).kind() == Kind.ATOMIC && nextState(state) >= 0;
    return reach.contains(state) && !ends && !passes;
  }
}
