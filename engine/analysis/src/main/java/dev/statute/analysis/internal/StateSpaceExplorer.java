package dev.statute.analysis.internal;

import dev.statute.analysis.SearchLimits;
import dev.statute.analysis.internal.symbolic.SymbolicInterpreter;
import dev.statute.analysis.internal.symbolic.SymbolicState;
import dev.statute.analysis.internal.symbolic.SymbolicStep;
import dev.statute.analysis.internal.symbolic.SymbolicStep.ReachedState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Breadth-first exploration of the resting states of a chart, so that the first path to a state is
 * a shortest one. Every input is handled in every state, with every outcome of unknown conditions.
 */
public final class StateSpaceExplorer {
  private final SearchLimits limits;
  private final Map<SymbolicState, Integer> numbers = new LinkedHashMap<>();
  private final List<SymbolicState> states = new ArrayList<>();
  private final List<StateEdge> incoming = new ArrayList<>();
  private final List<Map<Integer, StateEdge>> successors = new ArrayList<>();
  private final List<List<Integer>> predecessors = new ArrayList<>();
  private final Map<List<String>, StateEdge> visited = new LinkedHashMap<>();
  private final List<StateEdge> divergent = new ArrayList<>();
  private final Map<String, Set<String>> vetoable = new LinkedHashMap<>();
  private final BitSet transitions = new BitSet();
  private final Set<String> handledEvents = new HashSet<>();

  /** States some of whose successors are not known, as a limit was reached. */
  private final BitSet truncated = new BitSet();

  private boolean complete = true;
  private int microsteps;

  private StateSpaceExplorer(SearchLimits limits) {
    this.limits = limits;
  }

  /** Explores all states within the limits. */
  public static StateSpaceExplorer explore(SymbolicInterpreter interpreter, SearchLimits limits) {
    StateSpaceExplorer explorer = new StateSpaceExplorer(limits);
    explorer.add(-1, interpreter.start(limits.microsteps()));
    for (int at = 0; at < explorer.size(); at++) {
      int left = limits.microsteps() - explorer.microsteps;
      if (left <= 0) {
        explorer.complete = false;
        explorer.truncated.set(at, explorer.size());
        break;
      }
      for (SymbolicStep step : interpreter.handle(explorer.state(at), left)) {
        explorer.add(at, step);
      }
    }
    return explorer;
  }

  private void add(int source, SymbolicStep step) {
    microsteps += step.microsteps();
    if (!step.complete()) {
      truncate(source);
    }
    step.transitions().forEach(transitions::set);
    if (step.redelivered() && !step.vetoing().isEmpty()) {
      vetoable.computeIfAbsent(step.input(), input -> new LinkedHashSet<>()).addAll(step.vetoing());
    }
    for (ReachedState reached : step.visited()) {
      visited.computeIfAbsent(reached.state().active(), active -> edge(source, step, reached));
    }
    if (!step.resting().isEmpty()) {
      handledEvents.addAll(step.events());
    }
    for (ReachedState reached : step.resting()) {
      add(edge(source, step, reached));
    }
    ReachedState lost = step.divergent();
    if (lost != null) {
      divergent.add(edge(source, step, lost));
    }
  }

  private static StateEdge edge(int source, SymbolicStep step, ReachedState reached) {
    return new StateEdge(source, step.input(), reached.assumptions(), reached.state());
  }

  private void add(StateEdge edge) {
    Integer number = numbers.get(edge.target());
    if (number == null) {
      if (states.size() >= limits.states()) {
        truncate(edge.source());
        return;
      }
      number = states.size();
      numbers.put(edge.target(), number);
      states.add(edge.target());
      incoming.add(edge);
      successors.add(new LinkedHashMap<>());
      predecessors.add(new ArrayList<>());
    }
    if (edge.source() >= 0 && successors.get(edge.source()).putIfAbsent(number, edge) == null) {
      predecessors.get(number).add(edge.source());
    }
  }

  private void truncate(int source) {
    complete = false;
    if (source >= 0) {
      truncated.set(source);
    }
  }

  /** Returns whether a limit left out successors of a state. */
  public boolean isTruncated(int state) {
    return truncated.get(state);
  }

  /** Returns whether no limit was reached. */
  public boolean isComplete() {
    return complete;
  }

  /** Returns the number of resting states. */
  public int size() {
    return states.size();
  }

  public SymbolicState state(int number) {
    return states.get(number);
  }

  /** Returns the last edge of a shortest path to a state. */
  public StateEdge incoming(int number) {
    return incoming.get(number);
  }

  /** Returns the successors of a state, each with its first edge. */
  public Map<Integer, StateEdge> successors(int number) {
    return successors.get(number);
  }

  /** Returns the predecessors of a state. */
  List<Integer> predecessors(int number) {
    return predecessors.get(number);
  }

  /** Returns the first edge to each configuration, those between microsteps included. */
  public Collection<StateEdge> visited() {
    return visited.values();
  }

  /** Returns the edges on which a step never comes to rest. */
  public List<StateEdge> divergent() {
    return divergent;
  }

  /** Returns the inputs that are offered again after a veto, with the rules that can veto them. */
  public Map<String, Set<String>> vetoable() {
    return vetoable;
  }

  /** Returns whether a transition, by its position in the chart, can be taken. */
  public boolean isTaken(int transition) {
    return transitions.get(transition);
  }

  /** Returns whether a declared event has an effect in some state. */
  public boolean isHandled(String event) {
    return handledEvents.contains(event);
  }
}
