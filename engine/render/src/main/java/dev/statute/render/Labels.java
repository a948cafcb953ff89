package dev.statute.render;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.problem.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What stands at an arrow, as in UML: {@code event [condition] [guard: permission]}. */
final class Labels {
  /** event → what the timer that sends it waits. */
  private final Map<String, String> timers = new LinkedHashMap<>();

  Labels(ChartDefinition chart) {
    for (TimerDefinition timer : chart.timers().values()) {
      Text send = timer.send();
      if (send != null) {
        timers.merge(send.value(), wait(timer), (a, b) -> a + ", " + b);
      }
    }
  }

  private static String wait(TimerDefinition timer) {
    Text every = timer.every();
    return every != null ? "every " + every.value() : "after " + join(timer.after());
  }

  String of(TransitionDefinition transition) {
    return trigger(transition.trigger()) + condition(transition.when(), transition.guard());
  }

  String of(MoveDefinition move) {
    return condition(move.when(), move.guard()).strip();
  }

  /** One dispatch over the sealed kinds of triggers. */
  private String trigger(TransitionDefinition.Trigger trigger) {
    if (trigger instanceof TransitionDefinition.OnEvent on) {
      return on.descriptors().stream().map(this::event).collect(Collectors.joining(", "));
    }
    if (trigger instanceof TransitionDefinition.After after) {
      return "after " + after.duration().value();
    }
    return "always";
  }

  private String event(Text descriptor) {
    String wait = timers.get(descriptor.value());
    return wait == null ? descriptor.value() : descriptor.value() + " (" + wait + ")";
  }

  private static String condition(@Nullable Text when, @Nullable Text guard) {
    return (when == null ? "" : " [" + when.value().strip().replaceAll("\\s+", " ") + "]")
        + (guard == null ? "" : " [guard: " + guard.value() + "]");
  }

  private static String join(List<Text> texts) {
    return texts.stream().map(Text::value).collect(Collectors.joining(", "));
  }
}
