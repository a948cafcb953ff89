package dev.statute.analysis.internal;

import dev.statute.analysis.PolicyApproximation;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Text;
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

/**
 * All that can happen to an instance: one event for each meaning an event can have, the moves that
 * some state lists, and each time that can pass. Timers and sends are events that may come at any
 * time; so are errors, answers and findings, of which it is not known when they come. Ends of
 * states are not among them, as they follow from the chart.
 */
final class InputClasses {
  private static final String ANY_OTHER = "(any other)";

  private InputClasses() {}

  static List<InputClass> of(CompiledChart model, PolicyApproximation foresight) {
    List<InputClass> all = new ArrayList<>();
    Set<String> sent = sent(model);
    names(model, foresight)
        .forEach(
            name -> {
              boolean outside = !isPlatform(name) && !sent.contains(name);
              int signal = name.equals(ANY_OTHER) ? EventIds.OTHER : model.signals().event(name);
              all.add(InputClass.event(name, signal, outside ? "event" : null));
            });
    for (CompiledState target : model.nodes()) {
      boolean listed =
          model.nodes().stream()
              .flatMap(node -> node.moves().stream())
              .anyMatch(move -> move.targets()[0] == target.number());
      if (listed || (foresight.permits() && target.number() > 0)) {
        int signal = model.signals().move(target.number());
        all.add(InputClass.move(target.id(), signal, target.number()));
      }
    }
    for (CompiledState node : model.nodes()) {
      for (CompiledState.After group : node.after()) {
        all.add(InputClass.time(group.name(), node.number(), group.arrows()));
      }
    }
    return all;
  }

  private static Set<String> sent(CompiledChart model) {
    return StateContents.of(model.definition(), model.index()).raised().stream()
        .map(Text::value)
        .collect(Collectors.toSet());
  }

  /** One name for each meaning an event has for the chart, and those that rules know apart. */
  private static Set<String> names(CompiledChart model, PolicyApproximation foresight) {
    Map<Integer, String> events = events(model);
    Set<String> names = new LinkedHashSet<>(events.values());
    Map<String, EventDefinition> declared = model.definition().events();
    foresight.events().stream()
        .filter(name -> declared == null || declared.containsKey(name) || isPlatform(name))
        .filter(name -> !EventDescriptor.matches("done.state", name))
        .filter(name -> declared != null || model.signals().event(name) != EventIds.OTHER)
        .forEach(names::add);
    names.removeIf(
        name -> name.startsWith("stuck.") && !foresight.finds(name.substring("stuck.".length())));
    return names;
  }

  private static boolean isPlatform(String name) {
    return !name.isEmpty()
        && (ReservedEvents.test(name) || name.equals("error") || name.equals("done"));
  }

  /** signal → a name that means it. */
  private static Map<Integer, String> events(CompiledChart model) {
    Map<Integer, String> events = new LinkedHashMap<>();
    Map<String, EventDefinition> declared = model.definition().events();
    if (declared != null) {
      declared.keySet().forEach(name -> events.putIfAbsent(model.signals().event(name), name));
    }
    for (CompiledState node : model.nodes()) {
      node.on().stream()
          .flatMap(arrow -> arrow.descriptors().words().stream())
          .map(EventDescriptor::prefix)
          .filter(name -> declared == null ? !name.isEmpty() : isPlatform(name))
          .filter(name -> !EventDescriptor.matches("done.state", name))
          .forEach(name -> events.putIfAbsent(model.signals().event(name), name));
    }
    if (declared == null) {
      events.put(EventIds.OTHER, ANY_OTHER);
    }
    return events;
  }
}
