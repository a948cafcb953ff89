package dev.statute.step.internal.rules;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks of awaited completion events: answers need a called handler C350, done events an existing
 * state C351, ends of invocations an invocation C352, finding events a level C353; ids of
 * invocations must be unique C354.
 */
final class CompletionEventRules {
  private static final int MAX_LISTED = 8;

  private final ProblemCollector problems;
  private final Map<String, EventFamily> families = new LinkedHashMap<>();
  private final List<String> raised;

  private CompletionEventRules(StateContents parts, ProblemCollector problems) {
    this.problems = problems;
    raised = parts.raisedEvents().stream().map(SourceText::value).toList();
    Set<String> handlers = new LinkedHashSet<>();
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Call call) {
        handlers.add(call.handler().value());
      }
    }
    EventFamily calls =
        new EventFamily("C350", handlers, "no action calls the handler '", "call it: ");
    families.put("done.call", calls);
    families.put("error.call", calls);
    families.put(
        "done.state", new EventFamily("C351", parts.index().ids(), "no state is called '", ""));
    EventFamily invokes =
        new EventFamily("C352", invokes(parts), "no state invokes something with the id '", "");
    families.put("done.invoke", invokes);
    families.put("error.invoke", invokes);
    families.put(
        "stuck",
        new EventFamily(
            "C353", List.of("hint", "recover", "stop"), "findings have no level '", ""));
  }

  private record EventFamily(
      String code, Collection<String> names, String message, String fallbackFix) {}

  static void check(StateContents parts, ProblemCollector problems) {
    CompletionEventRules rules = new CompletionEventRules(parts, problems);
    if (parts.sendsComputedEvents()) {
      return; // the chart may send any event to itself
    }
    for (TransitionDefinition transition : parts.allTransitions()) {
      if (transition.trigger() instanceof OnEvent on) {
        on.descriptors().forEach(rules::check);
      }
    }
  }

  private Set<String> invokes(StateContents parts) {
    Map<String, SourceText> ids = new LinkedHashMap<>();
    for (StateDefinition state : parts.index().states()) {
      for (InvokeDefinition invoke : state.invokes()) {
        SourceText earlier = ids.putIfAbsent(invoke.id().value(), invoke.id());
        if (earlier != null) {
          problems.error(
              "C354",
              invoke.id(),
              "two invocations have the id '"
                  + invoke.id()
                  + "', the first at "
                  + earlier.place().relativeTo(invoke.id().place()),
              "give one of them an id of its own");
        }
      }
    }
    return ids.keySet();
  }

  private void check(SourceText descriptor) {
    String prefix = EventDescriptor.prefix(descriptor.value());
    if (raised.stream().anyMatch(event -> EventDescriptor.matches(prefix, event))) {
      return;
    }
    families.forEach(
        (family, source) -> {
          if (prefix.startsWith(family + ".")) {
            check(descriptor, prefix.substring(family.length() + 1), source);
          }
        });
  }

  private void check(SourceText descriptor, String name, EventFamily source) {
    if (source.names.stream().anyMatch(known -> EventDescriptor.matches(name, known))) {
      return;
    }
    problems.error(
        source.code,
        descriptor,
        source.message + name + "', so '" + descriptor + "' never comes",
        suggestFix(name, source));
  }

  private static String suggestFix(String name, EventFamily source) {
    String fallback =
        !source.fallbackFix.isEmpty()
            ? source.fallbackFix + "{ call: " + name + " }"
            : source.names.isEmpty() || source.names.size() > MAX_LISTED
                ? "leave it out, or add to the chart what it waits for"
                : "there are: " + String.join(", ", source.names);
    return SpellingSuggestion.fix(name, source.names, fallback);
  }
}
