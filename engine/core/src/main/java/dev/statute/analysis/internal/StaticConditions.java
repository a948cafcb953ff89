package dev.statute.analysis.internal;

import dev.statute.chart.internal.rules.VariableSlots;
import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import dev.statute.expr.Expression;
import dev.statute.policy.Settings;
import dev.statute.step.internal.model.StateSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a condition without data: it is computed if it reads nothing but settings, the
 * name of the event and which states are active.
 */
final class StaticConditions extends Activation {
  private final Settings settings;
  private StateSet active;
  private String event = "";
  private boolean failed;

  StaticConditions(Settings settings, StateSet active) {
    this.settings = settings;
    this.active = active;
  }

  Settings settings() {
    return settings;
  }

  void at(StateSet states, String eventName) {
    active = states;
    event = eventName;
  }

  static boolean isKnown(Set<String> reads) {
    return reads.stream()
        .allMatch(path -> path.equals("event_name") || path.startsWith("settings."));
  }

  /** Whether it holds; null = not known. What fails is false, and {@link #failed} says so. */
  @Nullable Boolean test(Expression condition) {
    failed = false;
    if (!isKnown(condition.reads())) {
      return null;
    }
    try {
      return condition.test(this);
    } catch (EvaluationException e) {
      failed = true;
      return false;
    }
  }

  /** Whether the last condition that was tested has no value. */
  boolean failed() {
    return failed;
  }

  @Override
  public @Nullable Object variable(int slot) {
    return slot == VariableSlots.SETTINGS
        ? settings.all()
        : slot == VariableSlots.EVENT_NAME ? event : null;
  }

  @Override
  public boolean active(int state) {
    return active.has(state);
  }
}
