package dev.statute.analysis.internal;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.Node;
import dev.statute.step.internal.model.Signals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that can happen to an instance: one event for each meaning an event can have, the moves that
 * some state lists, and each time that can pass. Timers and sends are events that may come at any
 * time; so are errors, answers and findings, of which it is not known when they come. Ends of
 * states are not among them, as they follow from the chart.
 */
final class Stimuli {
  private Stimuli() {}

  static List<Stimulus> of(Model model) {
    List<Stimulus> all = new ArrayList<>();
    events(model).forEach((signal, name) -> all.add(Stimulus.event(name, signal)));
    for (Node target : model.nodes()) {
      boolean listed =
          model.nodes().stream()
              .flatMap(node -> node.moves().stream())
              .anyMatch(move -> move.targets()[0] == target.number());
      if (listed) {
        all.add(Stimulus.move(target.id(), model.signals().move(target.number())));
      }
    }
    for (Node node : model.nodes()) {
      for (Node.After group : node.after()) {
        all.add(Stimulus.time(group.name(), node.number(), group.arrows()));
      }
    }
    return all;
  }

  private static boolean isPlatform(String name) {
    return !name.isEmpty()
        && (ReservedEvents.test(name) || name.equals("error") || name.equals("done"));
  }

  /** signal → a name that means it. */
  private static Map<Integer, String> events(Model model) {
    Map<Integer, String> events = new LinkedHashMap<>();
    Map<String, EventDefinition> declared = model.definition().events();
    if (declared != null) {
      declared.keySet().forEach(name -> events.putIfAbsent(model.signals().event(name), name));
    }
    for (Node node : model.nodes()) {
      node.on().stream()
          .flatMap(arrow -> arrow.descriptors().words().stream())
          .map(EventDescriptor::prefix)
          .filter(name -> declared == null ? !name.isEmpty() : isPlatform(name))
          .filter(name -> !EventDescriptor.matches("done.state", name))
          .forEach(name -> events.putIfAbsent(model.signals().event(name), name));
    }
    if (declared == null) {
      events.put(Signals.OTHER, "(any other)");
    }
    return events;
  }
}
