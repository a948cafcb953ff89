package dev.statute.step.internal.model;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.EventDescriptor;
import dev.statute.policy.Counter;
import dev.statute.step.TransitionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A compiled chart, without what only loading needs.
 *
 * <p>What is asked again and again and follows from the chart alone is computed when it is first
 * asked: which transitions hear a signal in an atomic state, and the one shared object per
 * configuration. Both are values, so that a race computes one twice and changes nothing.
 * Thread-safe.
 */
public final class CompiledChart {
  /**
   * More configurations than this are not shared: a chart with many regions has more than stars.
   */
  private static final int SHARED = 4_096;

  private final Parts parts;
  private final CompiledState[] nodes;
  private final TransitionCandidates[][] heard;
  private final Map<StateSet, ActiveConfiguration> configurations = new ConcurrentHashMap<>();
  private final CachedSteps known;
  private final ActiveConfiguration nowhere;

  /**
   * What a model consists of.
   *
   * @param timers by number
   * @param locals how many slots the scope of a step needs
   * @param progress names of the counters that expressions read; empty for one that is computed
   */
  public record Parts(
      ChartDefinition definition,
      ChartIndex index,
      List<CompiledState> nodes,
      List<NamedTimer> timers,
      Map<String, CompiledField> fields,
      EventIds signals,
      int locals,
      Set<String> progress) {}

  public CompiledChart(Parts parts) {
    this.parts = parts;
    nodes = parts.nodes.toArray(new CompiledState[0]);
    heard = new TransitionCandidates[parts.signals.size()][];
    nowhere =
        new ActiveConfiguration(new StateSet(nodes.length), this, ActiveConfiguration.UNSHARED);
    known = new CachedSteps(parts.signals.events());
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
    return nodes.length;
  }

  public CompiledState node(int number) {
    return nodes[number];
  }

  public CompiledState root() {
    return node(0);
  }

  public List<CompiledState> nodes() {
    return parts.nodes;
  }

  public List<NamedTimer> timers() {
    return parts.timers;
  }

  /** Whether any expression may read this counter. */
  public boolean counts(Counter counter) {
    return parts.progress.contains(counter.text()) || parts.progress.contains("");
  }

  public Map<String, CompiledField> fields() {
    return parts.fields;
  }

  public EventIds signals() {
    return parts.signals;
  }

  public int locals() {
    return parts.locals;
  }

  /** Whether an error that nobody handles undoes the step. */
  public boolean rollsBack() {
    return parts.definition.onError() == ChartDefinition.OnError.ROLLBACK;
  }

  /** No state at all: before the start. */
  public ActiveConfiguration nowhere() {
    return nowhere;
  }

  /** The shared object for these states, which must not change any more. */
  public ActiveConfiguration configuration(StateSet active) {
    ActiveConfiguration shared = configurations.get(active);
    return shared == null ? made(active) : shared;
  }

  private ActiveConfiguration made(StateSet active) {
    synchronized (configurations) {
      int number = configurations.size();
      if (number >= SHARED) {
        return new ActiveConfiguration(active, this, ActiveConfiguration.UNSHARED);
      }
      ActiveConfiguration made = new ActiveConfiguration(active, this, number);
      ActiveConfiguration before = configurations.putIfAbsent(active, made);
      if (before == null) {
        known.learn(made);
      }
      return before == null ? made : before;
    }
  }

  /** The steps that need not be computed again. */
  public CachedSteps known() {
    return known;
  }

  /** What listens to a signal while this atomic state is active. */
  public TransitionCandidates hear(int signal, int atomic) {
    TransitionCandidates[] row = heard[signal];
    if (row == null) {
      row = new TransitionCandidates[size()];
      heard[signal] = row;
    }
    TransitionCandidates hearing = row[atomic];
    if (hearing == null) {
      hearing = listen(signal, atomic);
      row[atomic] = hearing;
    }
    return hearing;
  }

  private TransitionCandidates listen(int signal, int atomic) {
    List<CompiledTransition> arrows = new ArrayList<>();
    boolean event = signals().isEvent(signal);
    String name = event ? signals().name(signal) : "";
    int deferAt = -1;
    for (int n = atomic; n >= 0; n = node(n).parent()) {
      CompiledState node = node(n);
      if (event) {
        node.on().stream().filter(a -> a.descriptors().match(name)).forEach(arrows::add);
        if (deferAt < 0 && node.defer().match(name)) {
          deferAt = arrows.size();
        }
      } else if (signal == signals().always()) {
        arrows.addAll(node.always());
      } else {
        int target = signals().target(signal);
        node.moves().stream().filter(a -> a.targets()[0] == target).forEach(arrows::add);
      }
    }
    return arrows.isEmpty() && deferAt < 0
        ? TransitionCandidates.NONE
        : new TransitionCandidates(arrows, deferAt);
  }

  /** The id by which a state is known outside: of the root, the chart's name. */
  public String id(int number) {
    return node(number).id();
  }

  public List<String> ids(int[] numbers) {
    List<String> ids = new ArrayList<>(numbers.length);
    for (int number : numbers) {
      ids.add(id(number));
    }
    return ids;
  }

  /** Ids of all states in document order, without the root. */
  public List<String> ids() {
    return List.copyOf(index().ids());
  }

  /** Whether some transition of the chart names this event, {@code *} not counted. */
  public boolean names(String event) {
    return nodes().stream()
        .flatMap(node -> node.on().stream())
        .flatMap(arrow -> arrow.descriptors().words().stream())
        .anyMatch(
            word ->
                !EventDescriptor.prefix(word).isEmpty() && EventDescriptor.matches(word, event));
  }

  /** All transitions, state by state, in the order in which they are tried. */
  public List<TransitionInfo> edges() {
    List<TransitionInfo> edges = new ArrayList<>();
    for (CompiledState node : nodes()) {
      node.on().forEach(a -> edges.add(edge(a, "event", a.descriptors().words())));
      node.always().forEach(a -> edges.add(edge(a, "always", List.of())));
      node.after()
          .forEach(
              group ->
                  group.arrows().forEach(a -> edges.add(edge(a, "after", List.of(group.name())))));
      node.moves().forEach(a -> edges.add(edge(a, "move", List.of())));
    }
    return edges;
  }

  private TransitionInfo edge(CompiledTransition arrow, String kind, List<String> descriptors) {
    return new TransitionInfo(
        id(arrow.source()), kind, descriptors, ids(arrow.targets()), arrow.place());
  }
}
