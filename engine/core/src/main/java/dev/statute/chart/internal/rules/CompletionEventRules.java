package dev.statute.chart.internal.rules;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * That what a chart waits for can come: answers of handlers that are called C350, ends of states
 * that exist C351, ends of invocations C352, levels of findings C353; and that invocations have ids
 * of their own: C354.
 */
final class CompletionEventRules {
  private static final int MANY = 8;

  private final Problems problems;
  private final Map<String, Source> families = new LinkedHashMap<>();
  private final List<String> raised;

  private CompletionEventRules(StateContents parts, Problems problems) {
    this.problems = problems;
    raised = parts.raised().stream().map(Text::value).toList();
    Set<String> handlers = new LinkedHashSet<>();
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Call call) {
        handlers.add(call.handler().value());
      }
    }
    Source calls = new Source("C350", handlers, "no action calls the handler '", "call it: ");
    families.put("done.call", calls);
    families.put("error.call", calls);
    families.put("done.state", new Source("C351", parts.index().ids(), "no state is called '", ""));
    Source invokes =
        new Source("C352", invokes(parts), "no state invokes something with the id '", "");
    families.put("done.invoke", invokes);
    families.put("error.invoke", invokes);
    families.put(
        "stuck",
        new Source("C353", List.of("hint", "recover", "stop"), "findings have no level '", ""));
  }

  private record Source(String code, Collection<String> names, String message, String otherwise) {}

  static void check(StateContents parts, Problems problems) {
    CompletionEventRules rules = new CompletionEventRules(parts, problems);
    if (parts.sendsAnything()) {
      return; // whatever it waits for, it may send itself
    }
    for (int state = 0; state < parts.index().size(); state++) {
      for (TransitionDefinition transition : parts.transitions(state)) {
        if (transition.trigger() instanceof OnEvent on) {
          on.descriptors().forEach(rules::check);
        }
      }
    }
  }

  private Set<String> invokes(StateContents parts) {
    Map<String, Text> ids = new LinkedHashMap<>();
    for (StateDefinition state : parts.index().states()) {
      for (InvokeDefinition invoke : state.invokes()) {
        Text earlier = ids.putIfAbsent(invoke.id().value(), invoke.id());
        if (earlier != null) {
          problems.error(
              "C354",
              invoke.id(),
              "two invocations have the id '"
                  + invoke.id()
                  + "', the first at "
                  + earlier.place().seenFrom(invoke.id().place()),
              "give one of them an id of its own");
        }
      }
    }
    return ids.keySet();
  }

  private void check(Text descriptor) {
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

  private void check(Text descriptor, String name, Source source) {
    if (source.names.stream().anyMatch(known -> EventDescriptor.matches(name, known))) {
      return;
    }
    problems.error(
        source.code,
        descriptor,
        source.message + name + "', so '" + descriptor + "' never comes",
        advice(name, source));
  }

  private static String advice(String name, Source source) {
    String near = Suggest.nearest(name, source.names);
    if (near != null) {
      return "did you mean '" + near + "'?";
    }
    if (!source.otherwise.isEmpty()) {
      return source.otherwise + "{ call: " + name + " }";
    }
    return source.names.isEmpty() || source.names.size() > MANY
        ? "leave it out, or add to the chart what it waits for"
        : "there are: " + String.join(", ", source.names);
  }
}
