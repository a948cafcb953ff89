package dev.statute.analysis;

import dev.statute.analysis.ExamplePath.ExampleStep;
import dev.statute.analysis.internal.PathSearch;
import dev.statute.analysis.internal.StatePredicate;
import dev.statute.analysis.internal.StateSpaceExplorer;
import dev.statute.analysis.internal.StateSpaceExplorer.Arrival;
import dev.statute.chart.EventDefinition;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import dev.statute.step.Chart;
import dev.statute.step.TransitionInfo;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All configurations that an instance of a chart can come to, and the shortest ways there.
 *
 * <p>Data are left out: a condition that reads them, a guard, or whether a list has elements can
 * turn out either way; only conditions over settings, the name of the event and active states are
 * computed. Every event may come whenever an instance rests, any time may have passed, and what can
 * fail may fail, if the chart listens to errors. Rules take part as far as they are known ({@link
 * PolicyApproximation}): a guard that none grants never holds, what one certainly vetoes is not
 * followed, and a move that one may permit, or a redirect, is. So what is said never to happen
 * never happens; a route that is shown may need data that no run can have. Immutable, thread-safe.
 */
public final class StateSpace {
  private final Chart chart;
  private final StateSpaceExplorer explored;
  private final PathSearch ways;

  private StateSpace(Chart chart, StateSpaceExplorer explored) {
    this.chart = chart;
    this.explored = explored;
    ways = new PathSearch(explored);
  }

  /** A resting configuration from which no end can be reached any more, and the way into it. */
  public record Trap(List<String> configuration, ExamplePath route) {}

  public static StateSpace of(Chart chart) {
    return of(chart, SearchLimits.DEFAULT);
  }

  public static StateSpace of(Chart chart, SearchLimits limits) {
    return of(chart, limits, PolicyApproximation.UNKNOWN);
  }

  /** With what is known of the rules that judge the chart. */
  public static StateSpace of(Chart chart, SearchLimits limits, PolicyApproximation foresight) {
    return new StateSpace(chart, StateSpaceExplorer.explore(chart, limits, foresight));
  }

  /** Whether all of it was looked at, and not only what lies within the limits. */
  public boolean isComplete() {
    return explored.isComplete();
  }

  /** The active atomic states of each configuration that an instance can rest in, nearest first. */
  public List<List<String>> configurations() {
    Set<List<String>> all = new LinkedHashSet<>();
    positions().forEach(p -> all.add(explored.configuration(p).atomicIds()));
    return List.copyOf(all);
  }

  /** States that are never active, not even in passing; history states are not among them. */
  public List<String> unreachable() {
    BitSet active = new BitSet();
    for (ActiveConfiguration configuration : explored.passed().keySet()) {
      for (int n : configuration.active().toArray()) {
        active.set(n);
      }
    }
    return chart.model().nodes().stream()
        .filter(node -> !node.isHistory() && !active.get(node.number()))
        .map(CompiledState::id)
        .toList();
  }

  /** Transitions and moves that are never taken, in the order in which they are tried. */
  public List<TransitionInfo> untaken() {
    List<TransitionInfo> untaken = new ArrayList<>();
    List<TransitionInfo> edges = chart.transitions();
    int at = 0;
    for (CompiledState node : chart.model().nodes()) {
      List<CompiledTransition> arrows = new ArrayList<>(node.on());
      arrows.addAll(node.always());
      node.after().forEach(group -> arrows.addAll(group.arrows()));
      arrows.addAll(node.moves());
      for (CompiledTransition arrow : arrows) {
        TransitionInfo edge = edges.get(at++);
        if (!explored.isTaken(arrow)) {
          untaken.add(edge);
        }
      }
    }
    return untaken;
  }

  /** Events that the chart declares and no transition ever takes; empty if it declares none. */
  public List<String> unheard() {
    Map<String, EventDefinition> declared = chart.definition().events();
    return declared == null
        ? List.of()
        : declared.keySet().stream().filter(event -> !explored.isEffective(event)).toList();
  }

  /**
   * Resting configurations from which no end of the instance can be reached, where they begin:
   * those that another one leads to from which it still could. Empty for a chart that never ends.
   */
  public List<Trap> traps() {
    BitSet ending = ways.leadingTo(p -> explored.configuration(p).isDone());
    if (ending.isEmpty()) {
      return List.of();
    }
    Set<List<String>> seen = new LinkedHashSet<>();
    List<Trap> traps = new ArrayList<>();
    for (int p = ending.nextClearBit(0); p < explored.size(); p = ending.nextClearBit(p + 1)) {
      int before = explored.arrival(p).before();
      List<String> atomic = explored.configuration(p).atomicIds();
      if ((before < 0 || ending.get(before)) && seen.add(atomic)) {
        traps.add(new Trap(atomic, route(p)));
      }
    }
    return traps;
  }

  /**
   * What comes by itself and a rule may veto, with those rules: it is owed then, and offered again.
   * Timers, delayed sends, answers and findings, in the order of the chart.
   */
  public Map<String, Set<String>> owed() {
    return Collections.unmodifiableMap(explored.owed());
  }

  /** Inputs after which eventless transitions and raised events can't come to an end any more. */
  public List<ExamplePath> endless() {
    return explored.endless().stream().map(this::route).toList();
  }

  /** The shortest way to where all these states are active at rest; null if there is none. */
  public @Nullable ExamplePath routeTo(Collection<String> states) {
    return positions()
        .filter(p -> explored.configuration(p).ids().containsAll(states))
        .mapToObj(this::route)
        .findFirst()
        .orElse(null);
  }

  /** Whether {@code condition} holds nowhere, not even in passing. Null after a problem in it. */
  public @Nullable PropertyResult never(Text condition, Problems problems) {
    StatePredicate proposition = StatePredicate.compile(condition, chart, problems);
    if (proposition == null) {
      return null;
    }
    for (int p = 0; p < explored.size(); p++) {
      if (proposition.holds(explored.configuration(p))) {
        return new PropertyResult.Broken(route(p));
      }
    }
    return explored.passed().entrySet().stream()
        .filter(between -> proposition.holds(between.getKey()))
        .map(between -> (PropertyResult) new PropertyResult.Broken(route(between.getValue())))
        .findFirst()
        .orElse(holds());
  }

  /** Whether {@code condition} holds wherever an instance rests. Null after a problem in it. */
  public @Nullable PropertyResult always(Text condition, Problems problems) {
    StatePredicate proposition = StatePredicate.compile(condition, chart, problems);
    if (proposition == null) {
      return null;
    }
    return positions()
        .filter(p -> !proposition.holds(explored.configuration(p)))
        .mapToObj(p -> (PropertyResult) new PropertyResult.Broken(route(p)))
        .findFirst()
        .orElse(holds());
  }

  /**
   * Whether an instance that rests where {@code when} holds comes to where {@code then} holds,
   * provided that what can happen again and again does happen at last: nowhere on the way may it
   * become impossible. Null after a problem in one of them.
   */
  public @Nullable PropertyResult leadsTo(Text when, Text then, Problems problems) {
    StatePredicate from = StatePredicate.compile(when, chart, problems);
    StatePredicate to = StatePredicate.compile(then, chart, problems);
    if (from == null || to == null) {
      return null;
    }
    IntPredicate goals = p -> to.holds(explored.configuration(p));
    BitSet able = ways.leadingTo(goals);
    for (int start = 0; start < explored.size(); start++) {
      if (from.holds(explored.configuration(start))) {
        List<Integer> way = ways.astray(start, goals, able);
        if (!way.isEmpty()) {
          return new PropertyResult.Broken(route(way));
        }
      }
    }
    return holds();
  }

  private PropertyResult holds() {
    return new PropertyResult.Holds(isComplete());
  }

  private IntStream positions() {
    return IntStream.range(0, explored.size());
  }

  private ExamplePath route(int position) {
    return route(explored.arrival(position));
  }

  private ExamplePath route(Arrival arrival) {
    List<ExampleStep> legs = new ArrayList<>();
    for (Arrival at = arrival; ; at = explored.arrival(at.before())) {
      legs.add(0, leg(at));
      if (at.before() < 0) {
        return new ExamplePath(legs);
      }
    }
  }

  private ExamplePath route(List<Integer> way) {
    List<ExampleStep> legs = new ArrayList<>(route(way.get(0)).legs());
    for (int i = 1; i < way.size(); i++) {
      Arrival arrival = explored.successors(way.get(i - 1)).get(way.get(i));
      legs.add(leg(Objects.requireNonNull(arrival)));
    }
    return new ExamplePath(legs);
  }

  private static ExampleStep leg(Arrival arrival) {
    return new ExampleStep(arrival.input(), arrival.assuming(), arrival.to().atomicIds());
  }
}
