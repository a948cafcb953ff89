package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.ReservedEvents;
import dev.statute.chart.internal.StateContents;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.SourceText;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.EventIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Enumeration of the inputs of a chart: one event per meaning that an event can have, the listed
 * moves, and each timer. Named timers, sends, errors, answers and findings are events that can
 * arrive at any time. The {@code done.state} events are left out, as they follow from the chart.
 */
final class InputClasses {
  private static final String ANY_OTHER = "(any other)";

  private final CompiledChart model;
  private final PolicyApproximation policy;
  private final @Nullable Map<String, EventDefinition> declared;

  private InputClasses(CompiledChart model, PolicyApproximation policy) {
    this.model = model;
    this.policy = policy;
    declared = model.definition().events();
  }

  static List<InputClass> of(CompiledChart model, PolicyApproximation policy) {
    InputClasses classes = new InputClasses(model, policy);
    List<InputClass> all = new ArrayList<>();
    classes.addEvents(all);
    classes.addMoves(all);
    for (CompiledState state : model.states()) {
      for (CompiledState.StateTimer timer : state.after()) {
        all.add(InputClass.time(timer.name(), state.number(), timer.transitions()));
      }
    }
    return all;
  }

  private void addEvents(List<InputClass> all) {
    Set<String> sent =
        StateContents.of(model.definition(), model.index()).raisedEvents().stream()
            .map(SourceText::value)
            .collect(Collectors.toSet());
    Set<String> names = names();
    for (String name : names) {
      boolean external = !isPlatform(name) && !sent.contains(name);
      int signal = name.equals(ANY_OTHER) ? EventIds.OTHER : model.eventIds().event(name);
      all.add(
          InputClass.event(name, members(name, signal, names), signal, external ? "event" : null));
    }
  }

  /**
   * Returns the declared events of a class: its name, and those that have no class of their own.
   */
  private Set<String> members(String name, int signal, Set<String> names) {
    return declared == null
        ? Set.of()
        : declared.keySet().stream()
            .filter(
                event ->
                    names.contains(event)
                        ? event.equals(name)
                        : model.eventIds().event(event) == signal)
            .collect(Collectors.toUnmodifiableSet());
  }

  private void addMoves(List<InputClass> all) {
    for (CompiledState target : model.states()) {
      boolean listed =
          model.states().stream()
              .flatMap(node -> node.moves().stream())
              .anyMatch(move -> move.targets()[0] == target.number());
      if (listed || (policy.mayPermit() && target.number() > 0)) {
        int signal = model.eventIds().move(target.number());
        all.add(InputClass.move(target.id(), signal, target.number()));
      }
    }
  }

  /** Returns one name per meaning that an event has for the chart, and those that rules name. */
  private Set<String> names() {
    Set<String> names = new LinkedHashSet<>(eventsBySignal().values());
    policy.eventNames().stream()
        .filter(name -> declared == null || declared.containsKey(name) || isPlatform(name))
        .filter(name -> !EventDescriptor.matches("done.state", name))
        .filter(name -> declared != null || model.eventIds().event(name) != EventIds.OTHER)
        .forEach(names::add);
    names.removeIf(
        name -> name.startsWith("stuck.") && !policy.mayReport(name.substring("stuck.".length())));
    return names;
  }

  static boolean isPlatform(String name) {
    return !name.isEmpty()
        && (ReservedEvents.isReserved(name) || name.equals("error") || name.equals("done"));
  }

  /** Returns signal → name of one event that has it, if possible one that no rule names. */
  private Map<Integer, String> eventsBySignal() {
    Map<Integer, String> events = new LinkedHashMap<>();
    if (declared != null) {
      Set<String> named = policy.eventNames();
      for (String name : declared.keySet()) {
        events.merge(model.eventIds().event(name), name, (a, b) -> named.contains(a) ? b : a);
      }
    }
    for (CompiledState state : model.states()) {
      state.on().stream()
          .flatMap(transition -> transition.descriptors().words().stream())
          .map(EventDescriptor::prefix)
          .filter(name -> declared == null ? !name.isEmpty() : isPlatform(name))
          .filter(name -> !EventDescriptor.matches("done.state", name))
          .forEach(name -> events.putIfAbsent(model.eventIds().event(name), name));
    }
    if (declared == null) {
      events.put(EventIds.OTHER, ANY_OTHER);
    }
    return events;
  }
}
