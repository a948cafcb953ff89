package dev.statute.render.internal.diagram;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Labels of arrows in the form of UML: {@code event [condition] [guard: permission] / actions}. */
public final class TransitionLabels {
  private static final String SETTINGS = "settings.";

  /** event → delay of the timer that sends it. */
  private final Map<String, String> timers = new LinkedHashMap<>();

  private final Map<String, SettingDefinition> settings;

  public TransitionLabels(ChartDefinition chart) {
    settings = chart.settings();
    for (TimerDefinition timer : chart.timers().values()) {
      SourceText send = timer.send();
      if (send != null) {
        timers.merge(send.value(), wait(timer), (a, b) -> a + ", " + b);
      }
    }
  }

  public String wait(TimerDefinition timer) {
    SourceText every = timer.every();
    return every != null
        ? "every " + delay(every)
        : "after " + timer.after().stream().map(this::delay).collect(Collectors.joining(", "));
  }

  /** Returns a delay; the value of a setting in place of its name. */
  private String delay(SourceText delay) {
    SettingDefinition setting =
        settings.get(
            delay.value().startsWith(SETTINGS) ? delay.value().substring(SETTINGS.length()) : "");
    Object value = setting == null ? null : setting.value();
    return value == null ? delay.value() : value.toString();
  }

  TransitionCaption of(TransitionDefinition transition) {
    return new TransitionCaption(
        timed(transition.trigger()),
        trigger(transition.trigger()),
        condition(transition.when(), transition.guard()),
        ActionSummary.of(transition.actions()));
  }

  TransitionCaption of(MoveDefinition move) {
    return new TransitionCaption(
        false, "", condition(move.when(), move.guard()), ActionSummary.of(move.actions()));
  }

  private boolean timed(TransitionDefinition.Trigger trigger) {
    return trigger instanceof TransitionDefinition.After
        || (trigger instanceof TransitionDefinition.OnEvent on
            && on.descriptors().stream().anyMatch(d -> timers.containsKey(d.value())));
  }

  /** One dispatch over the sealed kinds of triggers. */
  private String trigger(TransitionDefinition.Trigger trigger) {
    if (trigger instanceof TransitionDefinition.OnEvent on) {
      return on.descriptors().stream().map(this::event).collect(Collectors.joining(", "));
    }
    if (trigger instanceof TransitionDefinition.After after) {
      return "after " + delay(after.duration());
    }
    return "always";
  }

  private String event(SourceText descriptor) {
    String wait = timers.get(descriptor.value());
    return wait == null ? descriptor.value() : descriptor.value() + " (" + wait + ")";
  }

  private static String condition(@Nullable SourceText when, @Nullable SourceText guard) {
    return ((when == null ? "" : "[" + when.value().strip().replaceAll("\\s+", " ") + "]")
            + (guard == null ? "" : " [guard: " + guard.value() + "]"))
        .strip();
  }
}
