package dev.statute.step.internal.lint;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.SourceText;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Reachable states, if every condition could be true and every event could occur: a superset of the
 * states that can really be entered.
 */
final class ReachableStates {
  private final StateContents parts;
  private final ChartIndex index;
  private final BitSet requested = new BitSet();
  private final BitSet entered = new BitSet();
  private final BitSet fullyEntered = new BitSet();
  private final int[] enteredThrough;
  private final Deque<Integer> pending = new ArrayDeque<>();
  private final Deque<Integer> newlyEntered = new ArrayDeque<>();

  private ReachableStates(StateContents parts) {
    this.parts = parts;
    this.index = parts.index();
    enteredThrough = new int[index.size()];
  }

  /**
   * Computes the states reachable from the start and from {@code entered}, the targets of rules.
   */
  static ReachableStates of(StateContents parts, Set<String> entered) {
    ReachableStates reach = new ReachableStates(parts);
    reach.request(0);
    entered.stream().map(parts.index()::resolve).filter(state -> state > 0).forEach(reach::request);
    while (!reach.pending.isEmpty() || !reach.newlyEntered.isEmpty()) {
      if (!reach.pending.isEmpty()) {
        int state = reach.pending.remove();
        reach.enterAncestors(state);
        reach.enterDescendants(state);
      } else {
        reach.followTransitions(reach.newlyEntered.remove());
      }
    }
    return reach;
  }

  private void followTransitions(int state) {
    for (TransitionDefinition transition : parts.transitions(state)) {
      parts.resolve(transition.targets()).forEach(this::request);
    }
    for (MoveDefinition move : parts.moves(state)) {
      parts.resolve(List.of(move.to())).forEach(this::request);
    }
  }

  /** Returns whether this state can be entered; of a history, whether it is a target. */
  boolean contains(int state) {
    return entered.get(state);
  }

  /**
   * Queues a state instead of recursing, as charts may have more nested regions than the stack
   * allows.
   */
  private void request(int state) {
    if (!requested.get(state)) {
      requested.set(state);
      pending.add(state);
    }
  }

  /** Enters a state and its ancestors, without their defaults. */
  private void enterAncestors(int state) {
    int child = -1;
    for (int at = state; at >= 0; child = at, at = index.parent(at)) {
      if (!entered.get(at)) {
        entered.set(at);
        newlyEntered.add(at);
      }
      if (child >= 0 && index.state(at).kind() == Kind.PARALLEL && !fullyEntered.get(at)) {
        int passing = child;
        index.childStates(at).stream().filter(region -> region != passing).forEach(this::request);
        if (enteredThrough[at] != 0 && enteredThrough[at] != passing) {
          fullyEntered.set(at);
        }
        enteredThrough[at] = passing;
      }
    }
  }

  private void enterDescendants(int state) {
    StateDefinition definition = index.state(state);
    if (definition.kind() == Kind.PARALLEL) {
      index.childStates(state).forEach(this::request);
    } else if (definition.kind() == Kind.COMPOUND) {
      enterDefault(state);
    } else if (definition.kind().isHistory()) {
      InitialDefinition own = definition.initial();
      if (own == null) {
        enterDescendants(index.parent(state));
      } else {
        parts.resolve(own.targets()).forEach(this::request);
      }
    }
  }

  private void enterDefault(int state) {
    InitialDefinition initial = index.state(state).initial();
    List<SourceText> targets = initial == null ? List.of() : initial.targets();
    if (targets.isEmpty()) {
      index.childStates(state).stream().findFirst().ifPresent(this::request);
    } else {
      parts.resolve(targets).forEach(this::request);
    }
  }
}
