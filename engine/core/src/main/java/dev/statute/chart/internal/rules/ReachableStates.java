package dev.statute.chart.internal.rules;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.InitialDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Text;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The states that some sequence of events could enter if every condition could be true and every
 * event could come: never fewer than can really be entered.
 */
final class ReachableStates {
  private final StateContents parts;
  private final ChartIndex index;
  private final BitSet asked = new BitSet();
  private final BitSet entered = new BitSet();
  private final BitSet whole = new BitSet();
  private final int[] passedBy;
  private final Deque<Integer> wanted = new ArrayDeque<>();
  private final Deque<Integer> fresh = new ArrayDeque<>();

  private ReachableStates(StateContents parts) {
    this.parts = parts;
    this.index = parts.index();
    passedBy = new int[index.size()];
  }

  /** Those from the start on, and from {@code entered} on, ids of states that rules lead to. */
  static ReachableStates of(StateContents parts, Set<String> entered) {
    ReachableStates reach = new ReachableStates(parts);
    reach.enter(0);
    entered.stream().map(parts.index()::resolve).filter(state -> state > 0).forEach(reach::enter);
    while (!reach.wanted.isEmpty() || !reach.fresh.isEmpty()) {
      if (!reach.wanted.isEmpty()) {
        int state = reach.wanted.remove();
        reach.enterAround(state);
        reach.enterInside(state);
      } else {
        reach.leadOn(reach.fresh.remove());
      }
    }
    return reach;
  }

  private void leadOn(int state) {
    for (TransitionDefinition transition : parts.transitions(state)) {
      parts.resolve(transition.targets()).forEach(this::enter);
    }
    for (MoveDefinition move : parts.moves(state)) {
      parts.resolve(List.of(move.to())).forEach(this::enter);
    }
  }

  /** Whether this state can be entered; of a history, whether something leads to it. */
  boolean contains(int state) {
    return entered.get(state);
  }

  /** Not at once: a chart may have more regions than a stack has room for. */
  private void enter(int state) {
    if (!asked.get(state)) {
      asked.set(state);
      wanted.add(state);
    }
  }

  /** A state and all around it, without defaults on the way down to it. */
  private void enterAround(int state) {
    int child = -1;
    for (int at = state; at >= 0; child = at, at = index.parent(at)) {
      if (!entered.get(at)) {
        entered.set(at);
        fresh.add(at);
      }
      if (child >= 0 && index.state(at).kind() == Kind.PARALLEL && !whole.get(at)) {
        int passing = child;
        regions(at).filter(region -> region != passing).forEach(this::enter);
        if (passedBy[at] != 0 && passedBy[at] != passing) {
          whole.set(at);
        }
        passedBy[at] = passing;
      }
    }
  }

  private void enterInside(int state) {
    StateDefinition definition = index.state(state);
    if (definition.kind() == Kind.PARALLEL) {
      regions(state).forEach(this::enter);
    } else if (definition.kind() == Kind.COMPOUND) {
      enterDefault(state);
    } else if (definition.kind().isHistory()) {
      InitialDefinition own = definition.initial();
      if (own == null) {
        enterInside(index.parent(state));
      } else {
        parts.resolve(own.targets()).forEach(this::enter);
      }
    }
  }

  private Stream<Integer> regions(int parent) {
    return index.children(parent).stream().filter(child -> !index.state(child).kind().isHistory());
  }

  private void enterDefault(int state) {
    InitialDefinition initial = index.state(state).initial();
    List<Text> targets = initial == null ? List.of() : initial.targets();
    if (targets.isEmpty()) {
      regions(state).findFirst().ifPresent(this::enter);
    } else {
      parts.resolve(targets).forEach(this::enter);
    }
  }
}
