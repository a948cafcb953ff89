package dev.statute.step.internal.rules;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.ReservedEvents;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks of event names, if a chart declares any events: awaited ones must be declared C330, raised
 * ones C331; reserved names are refused C335, also of emitted events C336.
 */
final class EventRules {
  /** Events that the engine itself adds to an instance's stream, with their occasion. */
  private static final Map<String, String> STREAM_EVENTS =
      Map.of(
          "state_changed", "on every change of state",
          "finding", "for every finding",
          "finished", "when an instance ends",
          "migrated", "when an instance moves to a changed chart",
          "missed", "in place of what a reader of the stream has missed");

  private final StateContents parts;
  private final ProblemCollector problems;

  private EventRules(StateContents parts, ProblemCollector problems) {
    this.parts = parts;
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    EventRules rules = new EventRules(parts, problems);
    rules.checkEmitted();
    Map<String, EventDefinition> declared = parts.chart().events();
    if (declared != null) {
      rules.checkReserved(declared);
      rules.checkDescriptors(declared);
      parts.raisedEvents().forEach(event -> rules.checkRaised(event, declared));
    }
  }

  private void checkEmitted() {
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Emit emit) {
        checkEmitted(emit.type());
      }
    }
    parts.chart().timers().values().forEach(timer -> checkEmitted(timer.emit()));
  }

  private void checkEmitted(@Nullable SourceText type) {
    String when = type == null ? null : STREAM_EVENTS.get(type.value());
    if (type != null && when != null) {
      problems.error(
          "C336", type, "'" + type + "' is emitted by the engine " + when, "use another name");
    }
  }

  private void checkReserved(Map<String, EventDefinition> declared) {
    for (EventDefinition event : declared.values()) {
      if (ReservedEvents.isReserved(event.name().value())) {
        problems.error(
            "C335",
            event.name(),
            "'" + event.name() + "' is an event of the platform and always declared",
            "remove it from events, or use another name");
      }
    }
  }

  private void checkDescriptors(Map<String, EventDefinition> declared) {
    List<SourceText> descriptors = parts.descriptors();
    for (TimerDefinition timer : parts.chart().timers().values()) {
      timer.restartOn().stream()
          .filter(descriptor -> !descriptor.value().equals("any"))
          .forEach(descriptors::add);
    }
    List<SourceText> spawnOn = parts.chart().spawnOn();
    descriptors.addAll(spawnOn == null ? List.of() : spawnOn);
    descriptors.forEach(descriptor -> checkDescriptor(descriptor, declared));
  }

  private void checkDescriptor(SourceText descriptor, Map<String, EventDefinition> declared) {
    String word = descriptor.value();
    boolean known =
        declared.keySet().stream().anyMatch(event -> EventDescriptor.matches(word, event))
            || ReservedEvents.PREFIXES.stream()
                .anyMatch(
                    family ->
                        EventDescriptor.covers(word, family)
                            || EventDescriptor.covers(family, word));
    if (!known) {
      problems.error(
          "C330",
          descriptor,
          "no event matches '"
              + descriptor
              + "': the chart declares its events, and none is"
              + " called so",
          suggestFix(descriptor, declared));
    }
  }

  private void checkRaised(SourceText event, Map<String, EventDefinition> declared) {
    String word = event.value();
    if (!declared.containsKey(word)
        && !word.equals("event_name")
        && !ReservedEvents.isReserved(word)) {
      problems.error(
          "C331",
          event,
          "event '" + event + "' is not declared, and the chart declares its events",
          suggestFix(event, declared));
    }
  }

  private static String suggestFix(SourceText at, Map<String, EventDefinition> declared) {
    String word = at.value();
    String near = SpellingSuggestion.nearest(word, declared.keySet());
    EventDefinition meant = near == null ? null : declared.get(near);
    return meant == null
        ? "declare it: events: { " + word + ": {} }"
        : "did you mean '"
            + near
            + "'? (declared at "
            + meant.name().place().relativeTo(at.place())
            + ")";
  }
}
