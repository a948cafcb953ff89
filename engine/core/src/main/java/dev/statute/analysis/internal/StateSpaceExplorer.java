package dev.statute.analysis.internal;

import dev.statute.analysis.PolicyApproximation;
import dev.statute.analysis.SearchLimits;
import dev.statute.analysis.internal.SymbolicMacrostep.Found;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The walk through all positions of a chart, breadth first, so that the way on which a position is
 * first found is as short as any. Every input is given in every position, and every way is taken in
 * which unknown conditions can turn out.
 */
public final class StateSpaceExplorer {
  private final CompiledChart model;
  private final RaisedEvents script;
  private final StaticConditions knowledge;
  private final SearchLimits limits;
  private final PolicyApproximation foresight;
  private final List<InputClass> stimuli;
  private final Map<ExploredPosition, Integer> numbers = new LinkedHashMap<>();
  private final List<ExploredPosition> positions = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final List<Map<Integer, Arrival>> successors = new ArrayList<>();
  private final Map<ActiveConfiguration, Arrival> passed = new LinkedHashMap<>();
  private final List<Arrival> endless = new ArrayList<>();
  private final Map<String, Set<String>> owed = new LinkedHashMap<>();
  private final Set<CompiledTransition> taken = Collections.newSetFromMap(new IdentityHashMap<>());
  private final BitSet effective = new BitSet();
  private final Set<String> effectiveNames = new HashSet<>();
  private boolean complete = true;
  private int microsteps;

  /**
   * How something was first come to.
   *
   * @param before number of the position before, -1 for the start
   */
  public record Arrival(int before, String input, List<String> assuming, ActiveConfiguration to) {
    public Arrival {
      assuming = List.copyOf(assuming);
    }
  }

  private StateSpaceExplorer(Chart chart, SearchLimits limits, PolicyApproximation foresight) {
    this.model = chart.model();
    this.limits = limits;
    script = new RaisedEvents(model);
    knowledge = new StaticConditions(chart.settings(), model.nowhere().active());
    this.foresight = foresight;
    stimuli = InputClasses.of(model, foresight);
  }

  /** Looks at everything within the limits. */
  public static StateSpaceExplorer explore(
      Chart chart, SearchLimits limits, PolicyApproximation foresight) {
    StateSpaceExplorer explorer = new StateSpaceExplorer(chart, limits, foresight);
    explorer.from(-1, -1);
    for (int at = 0; at < explorer.positions.size(); at++) {
      if (explorer.microsteps >= limits.microsteps()) {
        explorer.complete = false;
        break;
      }
      if (!explorer.configuration(at).isDone()) {
        for (int stimulus = 0; stimulus < explorer.stimuli.size(); stimulus++) {
          explorer.from(at, stimulus);
        }
      }
    }
    return explorer;
  }

  private void from(int at, int stimulus) {
    ExploredPosition before =
        at < 0 ? MicrostepState.nothing(model.size()).position() : positions.get(at);
    SymbolicMacrostep step =
        new SymbolicMacrostep(
            model, script, knowledge, foresight, limits.places(), limits.microsteps() - microsteps);
    step.run(before, stimulus < 0 ? null : stimuli.get(stimulus));
    microsteps += step.microsteps();
    complete &= step.isComplete();
    taken.addAll(step.taken());
    if (stimulus >= 0 && stimuli.get(stimulus).isOwed() && !step.denying().isEmpty()) {
      owed.computeIfAbsent(stimuli.get(stimulus).label(), label -> new LinkedHashSet<>())
          .addAll(step.denying());
    }
    String input = stimulus < 0 ? "start" : stimuli.get(stimulus).label();
    for (Found found : step.passed()) {
      Arrival arrival = arrival(at, input, found);
      passed.putIfAbsent(arrival.to(), arrival);
    }
    for (Found found : step.rests()) {
      if (stimulus >= 0 && stimuli.get(stimulus).signal() >= 0) {
        effective.set(stimuli.get(stimulus).signal());
        effectiveNames.add(stimuli.get(stimulus).event());
      }
      arrive(arrival(at, input, found), found.micro().position());
    }
    Found lost = step.endless();
    if (lost != null) {
      endless.add(arrival(at, input, lost));
    }
  }

  private Arrival arrival(int before, String input, Found found) {
    ActiveConfiguration to = model.configuration(found.micro().active());
    return new Arrival(before, input, found.assuming(), to);
  }

  private void arrive(Arrival arrival, ExploredPosition after) {
    Integer number = numbers.get(after);
    if (number == null) {
      if (positions.size() >= limits.positions()) {
        complete = false;
        return;
      }
      number = positions.size();
      numbers.put(after, number);
      positions.add(after);
      arrivals.add(arrival);
      successors.add(new LinkedHashMap<>());
    }
    if (arrival.before() >= 0) {
      successors.get(arrival.before()).putIfAbsent(number, arrival);
    }
  }

  /** Whether no limit was met. */
  public boolean isComplete() {
    return complete;
  }

  /** How many resting positions there are. */
  public int size() {
    return positions.size();
  }

  public ActiveConfiguration configuration(int position) {
    return model.configuration(positions.get(position).active());
  }

  /** How a position was first come to. */
  public Arrival arrival(int position) {
    return arrivals.get(position);
  }

  /** The positions that one input can lead to, and how. */
  public Map<Integer, Arrival> successors(int position) {
    return successors.get(position);
  }

  /** Configurations that are active, be it only between microsteps; how each was first come to. */
  public Map<ActiveConfiguration, Arrival> passed() {
    return passed;
  }

  /** Inputs after which an instance may not come to rest. */
  public List<Arrival> endless() {
    return endless;
  }

  /** What is offered again after a veto, and the rules that may veto it. */
  public Map<String, Set<String>> owed() {
    return owed;
  }

  public boolean isTaken(CompiledTransition arrow) {
    return taken.contains(arrow);
  }

  /** Whether an event of this name has an effect in some position. */
  public boolean isEffective(String event) {
    return stimuli.stream().anyMatch(stimulus -> stimulus.event().equals(event))
        ? effectiveNames.contains(event)
        : effective.get(model.signals().event(event));
  }
}
