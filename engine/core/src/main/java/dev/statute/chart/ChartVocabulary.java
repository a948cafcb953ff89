package dev.statute.chart;

import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.policy.spi.Vocabulary.ListedTransition;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Vocabulary of a chart; literals in rules are checked against it. */
public final class ChartVocabulary {
  private static final Set<String> EVENT_KINDS = Set.of("event", "timer", "internal");

  private final ChartDefinition chart;
  private final StateContents parts;
  private final ChartIndex index;
  private final Set<String> events = new LinkedHashSet<>();
  private final Set<String> guards = new LinkedHashSet<>();
  private final List<ListedTransition> transitions = new ArrayList<>();

  private ChartVocabulary(ChartDefinition chart) {
    this.chart = chart;
    this.parts = StateContents.of(chart);
    this.index = parts.index();
  }

  /**
   * Returns the vocabulary of {@code chart}. Its events are those that it declares, matches in
   * transitions, raises or sends, and the ends of its {@code after}s.
   */
  public static Vocabulary of(ChartDefinition chart) {
    return new ChartVocabulary(chart).build();
  }

  private Vocabulary build() {
    String name = chart.name().value();
    if (chart.events() != null) {
      events.addAll(chart.events().keySet());
    }
    for (int state = 0; state < index.size(); state++) {
      for (TransitionDefinition transition : parts.transitions(state)) {
        collect(state, transition);
      }
      for (MoveDefinition move : parts.moves(state)) {
        addTransition(state, List.of(move.to()), Set.of(""), Set.of("move"), move.guard());
      }
    }
    parts.raisedEvents().forEach(event -> events.add(event.value()));
    Set<String> states = new LinkedHashSet<>(index.ids());
    states.add(name);
    Set<String> settings = new LinkedHashSet<>(chart.settings().keySet());
    for (PackReference pack : chart.policies()) {
      settings.addAll(pack.settings().keySet());
    }
    return new Vocabulary(
        Set.of(name),
        states,
        events,
        guards,
        chart.fields().keySet(),
        settings,
        transitions,
        payloads(),
        data());
  }

  private Map<String, String> data() {
    if (chart.data() == null) {
      return Map.of(Vocabulary.ANY, Vocabulary.ANY);
    }
    Map<String, String> types = new LinkedHashMap<>();
    chart
        .data()
        .forEach(
            (name, item) ->
                types.put(name, item.type() == null ? Vocabulary.ANY : item.type().text()));
    return types;
  }

  private Map<String, Map<String, String>> payloads() {
    if (chart.events() == null) {
      return Map.of(Vocabulary.ANY, Map.of(Vocabulary.ANY, Vocabulary.ANY));
    }
    Map<String, Map<String, String>> payloads = new LinkedHashMap<>();
    chart
        .events()
        .forEach(
            (name, event) -> {
              Map<String, String> types = new LinkedHashMap<>();
              event.payload().forEach((field, type) -> types.put(field, type.text()));
              if (event.open()) {
                types.put(Vocabulary.ANY, Vocabulary.ANY);
              }
              payloads.put(name, types);
            });
    return payloads;
  }

  private void collect(int source, TransitionDefinition transition) {
    Set<String> matched = Set.of("");
    Set<String> kinds = Set.of("internal");
    if (transition.trigger() instanceof OnEvent on) {
      matched =
          on.descriptors().stream()
              .map(SourceText::value)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      kinds = EVENT_KINDS;
      matched.stream().filter(this::isRelevant).forEach(events::add);
    } else if (transition.trigger() instanceof TransitionDefinition.After after) {
      String name = index.state(source).id() + ".after." + after.duration();
      matched = Set.of(name);
      kinds = Set.of("timer");
      events.add(name);
    }
    addTransition(source, transition.targets(), matched, kinds, transition.guard());
  }

  /** Returns false for {@code *} if the chart declares its events. */
  private boolean isRelevant(String descriptor) {
    return chart.events() == null || !descriptor.equals("*");
  }

  private void addTransition(
      int source,
      List<SourceText> targets,
      Set<String> matched,
      Set<String> kinds,
      @Nullable SourceText guard) {
    if (guard != null) {
      guards.add(guard.value());
    }
    transitions.add(
        new ListedTransition(
            chart.name().value(),
            id(source),
            atomicStates(source),
            targetIds(targets),
            matched,
            kinds,
            guard == null ? "" : guard.value()));
  }

  private String id(int state) {
    return state == 0 ? chart.name().value() : index.state(state).id().value();
  }

  private Set<String> atomicStates(int state) {
    Set<String> atomic = new LinkedHashSet<>();
    for (int inner = state; inner < index.subtreeEnd(state); inner++) {
      boolean canRest =
          index.subtreeEnd(inner) == inner + 1 && !index.state(inner).kind().isHistory();
      if (canRest) {
        atomic.add(id(inner));
      }
    }
    return atomic;
  }

  /**
   * Returns the ids of the targets; null if one is a history state, which may lead anywhere, or no
   * state, which is reported elsewhere.
   */
  private @Nullable Set<String> targetIds(List<SourceText> targets) {
    if (targets.isEmpty()) {
      return Set.of();
    }
    Set<String> to = new LinkedHashSet<>();
    for (SourceText target : targets) {
      int state = index.resolve(target.value());
      if (state < 0 || index.state(state).kind().isHistory()) {
        return null;
      }
      to.add(id(state));
    }
    return to;
  }
}
