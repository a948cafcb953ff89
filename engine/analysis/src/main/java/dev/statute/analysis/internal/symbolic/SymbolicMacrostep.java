package dev.statute.analysis.internal.symbolic;

import dev.statute.analysis.internal.symbolic.SymbolicStep.ReachedState;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first search through the states between the microsteps of one input. Each state is
 * expanded once, so choices multiply within a microstep only and a cycle ends the search. States
 * that lead to no valid rest are left out: the interpreter rolls such steps back. Used for one
 * input.
 */
final class SymbolicMacrostep {
  /** Limit of the queue of raised events: a longer one is taken for unbounded. */
  private static final int QUEUE = 16;

  private final SymbolicChart chart;
  private final CompiledChart model;
  private final StaticConditions conditions;
  private final int stateLimit;
  private final int microstepLimit;
  private final Map<MicrostepState, Integer> numbers = new LinkedHashMap<>();
  private final List<Node> nodes = new ArrayList<>();
  private final BitSet resting = new BitSet();
  private final Set<String> vetoing = new LinkedHashSet<>();
  private boolean complete = true;
  private int microsteps;

  /** State of the search, with the assumptions of the first path to it and all its predecessors. */
  private record Node(
      MicrostepState state,
      List<String> assumptions,
      List<Integer> predecessors,
      List<CompiledTransition> transitions) {}

  SymbolicMacrostep(SymbolicChart chart, int stateLimit, int microstepLimit) {
    this.chart = chart;
    this.stateLimit = stateLimit;
    this.microstepLimit = microstepLimit;
    model = chart.model();
    conditions =
        new StaticConditions(
            chart.settings(), chart.ambiguousEvents(), model.emptyConfiguration().active());
  }

  /** Runs an input to completion; a null input is the start. */
  SymbolicStep run(MicrostepState from, @Nullable InputClass input) {
    expand(from, List.of(), -1, step -> input == null ? step.start() : step.handle(input));
    for (int at = 0; at < nodes.size(); at++) {
      Node node = nodes.get(at);
      if (node.state.running()) {
        expand(node.state, node.assumptions, at, SymbolicMicrostep::next);
      } else {
        resting.set(at);
      }
    }
    return result(input);
  }

  private void expand(
      MicrostepState from,
      List<String> assumed,
      int at,
      Function<SymbolicMicrostep, @Nullable MicrostepState> run) {
    ChoiceEnumerator choices = new ChoiceEnumerator();
    do {
      if (microsteps >= microstepLimit) {
        complete = false;
        return;
      }
      microsteps++;
      SymbolicMicrostep step = new SymbolicMicrostep(chart, conditions, choices, from);
      MicrostepState to = run.apply(step);
      vetoing.addAll(step.vetoing());
      if (to != null) {
        List<String> assumptions = new ArrayList<>(assumed);
        assumptions.addAll(choices.assumptions());
        add(to, assumptions, at, step.transitions());
      } else if (at >= 0 && !step.isRolledBack()) {
        resting.set(at);
      }
    } while (choices.advance());
  }

  private void add(
      MicrostepState to,
      List<String> assumptions,
      int predecessor,
      List<CompiledTransition> transitions) {
    Integer number = numbers.get(to);
    if (number == null) {
      if (nodes.size() >= stateLimit || to.queue().size() > QUEUE) {
        complete = false;
        return;
      }
      number = nodes.size();
      numbers.put(to, number);
      nodes.add(new Node(to, assumptions, new ArrayList<>(), new ArrayList<>()));
    }
    nodes.get(number).predecessors.add(predecessor);
    nodes.get(number).transitions.addAll(transitions);
  }

  private SymbolicStep result(@Nullable InputClass input) {
    BitSet valid = new BitSet();
    resting.stream().filter(at -> isValid(nodes.get(at).state)).forEach(valid::set);
    BitSet visited = leadingTo(valid);
    Set<Integer> transitions = new LinkedHashSet<>();
    visited.stream()
        .mapToObj(at -> nodes.get(at).transitions)
        .flatMap(List::stream)
        .filter(transition -> transition.number() >= 0)
        .forEach(transition -> transitions.add(chart.actions().position(transition)));
    int divergent = leadingTo(resting).nextClearBit(0);
    return new SymbolicStep(
        input == null ? "start" : input.label(),
        input == null ? Set.of() : input.events(),
        input != null && input.isRedelivered(),
        reached(valid),
        reached(visited),
        divergent < nodes.size() && complete ? reached(divergent) : null,
        transitions,
        vetoing,
        microsteps,
        complete);
  }

  /** Returns whether no invariant of an active state is known to be false. */
  private boolean isValid(MicrostepState state) {
    conditions.update(state.active(), state.event());
    for (int n = state.active().next(0); n >= 0; n = state.active().next(n + 1)) {
      for (CompiledCondition required : model.state(n).requires()) {
        if (Boolean.FALSE.equals(conditions.test(required.expression()))) {
          return false;
        }
      }
    }
    return true;
  }

  private List<ReachedState> reached(BitSet which) {
    return which.stream().mapToObj(this::reached).toList();
  }

  private ReachedState reached(int at) {
    Node node = nodes.get(at);
    return new ReachedState(node.state.position(model), node.assumptions);
  }

  private BitSet leadingTo(BitSet goals) {
    BitSet found = new BitSet();
    found.or(goals);
    List<Integer> open = new ArrayList<>(goals.stream().boxed().toList());
    for (int i = 0; i < open.size(); i++) {
      for (int before : nodes.get(open.get(i)).predecessors) {
        if (before >= 0 && !found.get(before)) {
          found.set(before);
          open.add(before);
        }
      }
    }
    return found;
  }
}
