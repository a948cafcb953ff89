package dev.statute.step.internal.lint;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;

/** Lints of events: declared and never used C803, completions that cannot occur C812. */
final class EventLints {
  private EventLints() {}

  static void check(StateContents parts, ProblemCollector problems) {
    Map<String, EventDefinition> declared = parts.chart().events();
    List<SourceText> accepted = parts.descriptors();
    parts.chart().timers().values().forEach(timer -> accepted.addAll(timer.restartOn()));
    if (declared != null) {
      reportUnused(declared, accepted, problems);
    }
    for (SourceText descriptor : accepted) {
      checkCompletion(parts.index(), descriptor, problems);
    }
  }

  private static void reportUnused(
      Map<String, EventDefinition> declared, List<SourceText> accepted, ProblemCollector problems) {
    for (EventDefinition event : declared.values()) {
      String name = event.name().value();
      boolean used =
          accepted.stream()
              .map(SourceText::value)
              .anyMatch(word -> word.equals("any") || EventDescriptor.matches(word, name));
      if (!used) {
        problems.warning(
            "C803",
            event.name(),
            "event '" + name + "' is declared, and nothing listens to it",
            "remove it, or write the transition that it is for");
      }
    }
  }

  private static void checkCompletion(
      ChartIndex index, SourceText descriptor, ProblemCollector problems) {
    String prefix = EventDescriptor.prefix(descriptor.value());
    String family = "done.state.";
    int state = prefix.startsWith(family) ? index.number(prefix.substring(family.length())) : -1;
    if (state >= 0 && !canEnd(index, state)) {
      problems.warning(
          "C812",
          descriptor,
          "'" + descriptor + "' never comes: '" + index.state(state).id() + "' can't end",
          index.state(state).kind() == Kind.PARALLEL
              ? "each of its regions needs a final state"
              : "give it a final state inside");
    }
  }

  private static boolean canEnd(ChartIndex index, int state) {
    List<Integer> children = index.childStates(state);
    return switch (index.state(state).kind()) {
      case COMPOUND -> children.stream().anyMatch(child -> index.state(child).kind() == Kind.FINAL);
      case PARALLEL -> children.stream().allMatch(child -> canEnd(index, child));
      case ATOMIC, FINAL, SHALLOW_HISTORY, DEEP_HISTORY -> false;
    };
  }
}
