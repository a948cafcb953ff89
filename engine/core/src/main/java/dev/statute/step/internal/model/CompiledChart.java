package dev.statute.step.internal.model;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.EventDescriptor;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.step.TransitionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Compiled chart, without the parts that only compilation needs.
 *
 * <p>Frequent derived values are computed on first use: the candidates of a signal in an atomic
 * state, and the shared object per configuration. Both are values, so that a race computes one
 * twice and changes nothing. Thread-safe.
 */
public final class CompiledChart {
  /**
   * Maximum number of shared configurations, as their number is exponential in the regions of a
   * chart.
   */
  private static final int MAX_SHARED = 4_096;

  private final ChartParts parts;
  private final CompiledState[] states;
  private final TransitionCandidates[][] candidates;
  private final Map<StateSet, ActiveConfiguration> configurations = new ConcurrentHashMap<>();
  private final CachedSteps cachedSteps;
  private final ActiveConfiguration emptyConfiguration;

  /**
   * Parts of a compiled chart.
   *
   * @param timers by number
   * @param localSlots number of slots that the scope of a step needs
   * @param counters names of the counters that expressions read; empty for a computed name
   * @param tracking factory of progress trackers
   */
  public record ChartParts(
      ChartDefinition definition,
      ChartIndex index,
      List<CompiledState> states,
      List<NamedTimer> timers,
      Map<String, CompiledField> fields,
      EventIds eventIds,
      int localSlots,
      Set<String> counters,
      ProgressTrackerFactory tracking) {}

  public CompiledChart(ChartParts parts) {
    this.parts = parts;
    states = parts.states.toArray(new CompiledState[0]);
    candidates = new TransitionCandidates[parts.eventIds.size()][];
    emptyConfiguration =
        new ActiveConfiguration(new StateSet(states.length), this, CachedSteps.NO_ROW);
    cachedSteps = new CachedSteps(parts.eventIds.events());
  }

  public ChartDefinition definition() {
    return parts.definition;
  }

  public ChartIndex index() {
    return parts.index;
  }

  public String name() {
    return parts.definition.name().value();
  }

  public int size() {
    return states.length;
  }

  public CompiledState state(int number) {
    return states[number];
  }

  public CompiledState root() {
    return state(0);
  }

  public List<CompiledState> states() {
    return parts.states;
  }

  public List<NamedTimer> timers() {
    return parts.timers;
  }

  /** Returns whether any expression may read this counter. */
  public boolean readsCounter(Counter counter) {
    return parts.counters.contains(counter.text()) || parts.counters.contains("");
  }

  /** Returns whether any expression reads a counter. */
  public boolean readsProgress() {
    return !parts.counters.isEmpty();
  }

  public ProgressTrackerFactory tracking() {
    return parts.tracking;
  }

  public Map<String, CompiledField> fields() {
    return parts.fields;
  }

  public EventIds eventIds() {
    return parts.eventIds;
  }

  public int localSlots() {
    return parts.localSlots;
  }

  /** Returns whether an unhandled error rolls the step back. */
  public boolean rollsBack() {
    return parts.definition.onError() == ChartDefinition.OnError.ROLLBACK;
  }

  /** Adds a state and its ancestors to a set. */
  public void addWithAncestors(int state, StateSet states) {
    for (int n = state; n >= 0; n = state(n).parent()) {
      states.add(n);
    }
  }

  /** Returns the configuration without states, before the start. */
  public ActiveConfiguration emptyConfiguration() {
    return emptyConfiguration;
  }

  /** Returns the shared object for these states, which must not change any more. */
  public ActiveConfiguration configuration(StateSet active) {
    ActiveConfiguration shared = configurations.get(active);
    return shared == null ? createConfiguration(active) : shared;
  }

  private ActiveConfiguration createConfiguration(StateSet active) {
    synchronized (configurations) {
      int number = configurations.size();
      if (number >= MAX_SHARED) {
        return new ActiveConfiguration(active, this, CachedSteps.NO_ROW);
      }
      ActiveConfiguration made = new ActiveConfiguration(active, this, cachedSteps.row(number));
      ActiveConfiguration before = configurations.putIfAbsent(active, made);
      if (before == null) {
        cachedSteps.put(made);
      }
      return before == null ? made : before;
    }
  }

  /** Returns the table of cached steps. */
  public CachedSteps cachedSteps() {
    return cachedSteps;
  }

  /** Returns whether a transition or move of some active state, or an ancestor, is for a signal. */
  public boolean isHandled(int signal, int[] atomic) {
    for (int state : atomic) {
      if (!candidates(signal, state).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a transition of some active state, or an ancestor, names an event, {@code *}
   * not counted.
   */
  public boolean namesEvent(String event, int[] atomic) {
    int signal = eventIds().event(event);
    for (int state : atomic) {
      for (CompiledTransition transition : candidates(signal, state).transitions()) {
        if (transition.descriptors().matchesByName(event)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the candidates of a signal while this atomic state is active. */
  public TransitionCandidates candidates(int signal, int atomic) {
    TransitionCandidates[] row = candidates[signal];
    if (row == null) {
      row = new TransitionCandidates[size()];
      candidates[signal] = row;
    }
    TransitionCandidates matching = row[atomic];
    if (matching == null) {
      matching = computeCandidates(signal, atomic);
      row[atomic] = matching;
    }
    return matching;
  }

  private TransitionCandidates computeCandidates(int signal, int atomic) {
    List<CompiledTransition> transitions = new ArrayList<>();
    boolean event = eventIds().isEvent(signal);
    String name = event ? eventIds().name(signal) : "";
    int deferAt = -1;
    for (int n = atomic; n >= 0; n = state(n).parent()) {
      CompiledState node = state(n);
      if (event) {
        node.on().stream().filter(a -> a.descriptors().matches(name)).forEach(transitions::add);
        if (deferAt < 0 && node.defer().matches(name)) {
          deferAt = transitions.size();
        }
      } else if (signal == eventIds().always()) {
        transitions.addAll(node.always());
      } else {
        int target = eventIds().target(signal);
        node.moves().stream().filter(a -> a.targets()[0] == target).forEach(transitions::add);
      }
    }
    return transitions.isEmpty() && deferAt < 0
        ? TransitionCandidates.NONE
        : new TransitionCandidates(transitions, deferAt);
  }

  /** Returns the public id of a state: of the root, the chart's name. */
  public String id(int number) {
    return state(number).id();
  }

  public List<String> ids(int[] numbers) {
    List<String> ids = new ArrayList<>(numbers.length);
    for (int number : numbers) {
      ids.add(id(number));
    }
    return ids;
  }

  /** Returns the ids of all states in document order, without the root. */
  public List<String> ids() {
    return List.copyOf(index().ids());
  }

  /** Returns whether some transition of the chart names this event, {@code *} not counted. */
  public boolean namesEvent(String event) {
    return states().stream()
        .flatMap(node -> node.on().stream())
        .flatMap(transition -> transition.descriptors().words().stream())
        .anyMatch(
            word ->
                !EventDescriptor.prefix(word).isEmpty() && EventDescriptor.matches(word, event));
  }

  /** Returns whether a transition or a restart of a timer names an event of this family. */
  public boolean namesFamily(String first) {
    return Stream.concat(
            states().stream()
                .flatMap(node -> node.on().stream())
                .map(CompiledTransition::descriptors),
            timers().stream().map(NamedTimer::restartOn))
        .flatMap(descriptors -> descriptors.words().stream())
        .map(EventDescriptor::prefix)
        .anyMatch(prefix -> prefix.equals(first) || prefix.startsWith(first + "."));
  }

  /** Returns all transitions, state by state, in the order in which they are tried. */
  public List<TransitionInfo> transitions() {
    List<TransitionInfo> edges = new ArrayList<>();
    for (CompiledState node : states()) {
      node.on().forEach(a -> edges.add(transitionInfo(a, "event", a.descriptors().words())));
      node.always().forEach(a -> edges.add(transitionInfo(a, "always", List.of())));
      node.after()
          .forEach(
              group ->
                  group
                      .transitions()
                      .forEach(a -> edges.add(transitionInfo(a, "after", List.of(group.name())))));
      node.moves().forEach(a -> edges.add(transitionInfo(a, "move", List.of())));
    }
    return edges;
  }

  private TransitionInfo transitionInfo(
      CompiledTransition transition, String kind, List<String> descriptors) {
    return new TransitionInfo(
        id(transition.source()), kind, descriptors, ids(transition.targets()), transition.place());
  }
}
