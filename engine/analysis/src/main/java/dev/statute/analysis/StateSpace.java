package dev.statute.analysis;

import dev.statute.analysis.ExamplePath.ExampleStep;
import dev.statute.analysis.internal.PathSearch;
import dev.statute.analysis.internal.StateEdge;
import dev.statute.analysis.internal.StateSpaceExplorer;
import dev.statute.analysis.internal.symbolic.SymbolicInterpreter;
import dev.statute.analysis.internal.symbolic.SymbolicState;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import dev.statute.step.TransitionInfo;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * State space of a chart: every configuration that an instance can reach, with shortest paths.
 *
 * <p>Data are left out, as {@link SymbolicInterpreter} describes, and rules take part as far as
 * their {@link PolicyApproximation} tells: a guard that no rule grants never holds, a transition
 * that a rule certainly vetoes is not followed, and a move that a rule may permit, or a redirect,
 * is. So a configuration reported as unreachable is unreachable; a path that is shown may need data
 * that no run has. Immutable, thread-safe.
 */
public final class StateSpace {
  private final Chart chart;
  private final SymbolicInterpreter interpreter;
  private final StateSpaceExplorer explored;
  private final PathSearch search;

  private StateSpace(Chart chart, SymbolicInterpreter interpreter, StateSpaceExplorer explored) {
    this.chart = chart;
    this.interpreter = interpreter;
    this.explored = explored;
    search = new PathSearch(explored);
  }

  /** Explores a chart together with the rules that judge it. */
  public static StateSpace of(Chart chart, SearchLimits limits, PolicyApproximation policy) {
    SymbolicInterpreter interpreter =
        new SymbolicInterpreter(chart, policy, limits.intermediateStates());
    return new StateSpace(chart, interpreter, StateSpaceExplorer.explore(interpreter, limits));
  }

  /** Returns whether everything was explored, and not only what lies within the limits. */
  public boolean isComplete() {
    return explored.isComplete();
  }

  /** Returns the active atomic states of each resting configuration, nearest first. */
  public List<List<String>> configurations() {
    Set<List<String>> all = new LinkedHashSet<>();
    states().forEach(state -> all.add(explored.state(state).configuration()));
    return List.copyOf(all);
  }

  /**
   * Returns the states that are never active, not even between microsteps, without history states;
   * the chart's name stands for its root, if no start succeeds.
   */
  public List<String> unreachableStates() {
    Set<String> active = new HashSet<>();
    explored.visited().forEach(edge -> active.addAll(edge.target().active()));
    ChartIndex index = ChartIndex.of(chart.definition());
    List<String> unreachable = new ArrayList<>();
    if (active.isEmpty()) {
      unreachable.add(chart.name());
    }
    for (StateDefinition state : index.states().subList(1, index.size())) {
      if (!state.kind().isHistory() && !active.contains(state.id().value())) {
        unreachable.add(state.id().value());
      }
    }
    return unreachable;
  }

  /** Returns the transitions and moves that are never taken, in the order of the chart. */
  public List<TransitionInfo> deadTransitions() {
    List<TransitionInfo> all = chart.transitions();
    return IntStream.range(0, all.size())
        .filter(position -> !explored.isTaken(position))
        .mapToObj(all::get)
        .toList();
  }

  /** Returns the declared events that no transition ever handles; empty if none is declared. */
  public List<String> unhandledEvents() {
    Map<String, EventDefinition> declared = chart.definition().events();
    return declared == null
        ? List.of()
        : declared.keySet().stream().filter(event -> !explored.isHandled(event)).toList();
  }

  /**
   * Returns the shortest paths into traps, configurations from which no end of the instance is
   * reachable, at which they begin: those with a predecessor from which an end is reachable. Empty
   * for a chart that never ends.
   */
  public List<ExamplePath> traps() {
    BitSet ending = search.leadingTo(state -> explored.state(state).isDone(), state -> true);
    if (ending.isEmpty()) {
      return List.of();
    }
    Set<List<String>> seen = new LinkedHashSet<>();
    List<ExamplePath> traps = new ArrayList<>();
    for (int s = ending.nextClearBit(0); s < explored.size(); s = ending.nextClearBit(s + 1)) {
      int before = explored.incoming(s).source();
      List<String> configuration = explored.state(s).configuration();
      if ((before < 0 || ending.get(before)) && seen.add(configuration)) {
        traps.add(pathTo(s));
      }
    }
    return traps;
  }

  /**
   * Returns the inputs that are offered again after a veto, each with the rules that can veto it:
   * timers, delayed sends, answers and findings, in the order of the chart.
   */
  public Map<String, Set<String>> vetoableInputs() {
    return Collections.unmodifiableMap(explored.vetoable());
  }

  /** Returns paths to inputs that cause endless eventless transitions or raised events. */
  public List<ExamplePath> divergentPaths() {
    return explored.divergent().stream().map(this::pathWith).toList();
  }

  /** Returns the shortest path to where all these states are active at rest; null if none. */
  public @Nullable ExamplePath shortestPath(Collection<String> active) {
    return states()
        .filter(state -> explored.state(state).active().containsAll(active))
        .mapToObj(this::pathTo)
        .findFirst()
        .orElse(null);
  }

  /**
   * Checks that a condition holds in no configuration, not even between microsteps. Returns null
   * after a problem in the condition.
   */
  public @Nullable PropertyResult never(SourceText condition, ProblemCollector problems) {
    Predicate<SymbolicState> predicate = interpreter.condition(condition, problems);
    if (predicate == null) {
      return null;
    }
    Stream<StateEdge> atRest = states().mapToObj(explored::incoming);
    return Stream.concat(atRest, explored.visited().stream())
        .filter(edge -> predicate.test(edge.target()))
        .findFirst()
        .map(edge -> result(pathWith(edge)))
        .orElse(result(null));
  }

  /**
   * Checks that a condition holds in every resting configuration. Returns null after a problem in
   * the condition.
   */
  public @Nullable PropertyResult always(SourceText condition, ProblemCollector problems) {
    Predicate<SymbolicState> predicate = interpreter.condition(condition, problems);
    if (predicate == null) {
      return null;
    }
    return states()
        .filter(state -> !predicate.test(explored.state(state)))
        .mapToObj(state -> result(pathTo(state)))
        .findFirst()
        .orElse(result(null));
  }

  /**
   * Checks that an instance that rests where {@code when} holds reaches {@code then}, under
   * fairness: an input that can happen again and again happens at last. So {@code then} must remain
   * reachable on every path; beyond what was explored it may be. Returns null after a problem in a
   * condition.
   */
  public @Nullable PropertyResult leadsTo(
      SourceText when, SourceText then, ProblemCollector problems) {
    Predicate<SymbolicState> from = interpreter.condition(when, problems);
    Predicate<SymbolicState> to = interpreter.condition(then, problems);
    if (from == null || to == null) {
      return null;
    }
    IntPredicate goals = state -> to.test(explored.state(state));
    BitSet hopeful =
        search.leadingTo(state -> goals.test(state) || explored.isTruncated(state), state -> true);
    BitSet violating = search.leadingTo(state -> !hopeful.get(state), state -> !goals.test(state));
    return violating.stream()
        .filter(state -> from.test(explored.state(state)))
        .mapToObj(start -> result(pathAlong(search.pathAvoiding(goals, hopeful, start))))
        .findFirst()
        .orElse(result(null));
  }

  private PropertyResult result(@Nullable ExamplePath violation) {
    return new PropertyResult(violation, isComplete());
  }

  private IntStream states() {
    return IntStream.range(0, explored.size());
  }

  private ExamplePath pathTo(int state) {
    return pathWith(explored.incoming(state));
  }

  private ExamplePath pathWith(StateEdge last) {
    List<ExampleStep> steps = new ArrayList<>();
    for (StateEdge edge = last; ; edge = explored.incoming(edge.source())) {
      steps.add(0, step(edge));
      if (edge.source() < 0) {
        return new ExamplePath(steps);
      }
    }
  }

  private ExamplePath pathAlong(List<Integer> states) {
    List<ExampleStep> steps = new ArrayList<>(pathTo(states.get(0)).steps());
    for (int i = 1; i < states.size(); i++) {
      StateEdge edge = explored.successors(states.get(i - 1)).get(states.get(i));
      steps.add(step(Objects.requireNonNull(edge)));
    }
    return new ExamplePath(steps);
  }

  private static ExampleStep step(StateEdge edge) {
    return new ExampleStep(edge.input(), edge.assumptions(), edge.target().configuration());
  }
}
