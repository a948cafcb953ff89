package dev.statute.analysis.internal.symbolic;

import dev.statute.expr.internal.Expression;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.policy.Settings;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.scope.VariableSlots;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of conditions without data: those that read nothing but settings, the name of the
 * event, if it is known, and active states have a value. Confined to one thread.
 */
final class StaticConditions extends Activation {
  private final Settings settings;
  private final Set<String> ambiguousEvents;
  private StateSet active;
  private String event = "";
  private boolean failed;

  /**
   * @param ambiguous names that stand for several events
   */
  StaticConditions(Settings settings, Set<String> ambiguous, StateSet active) {
    this.settings = settings;
    ambiguousEvents = ambiguous;
    this.active = active;
  }

  /** Sets the states and the event that the next conditions read. */
  void update(StateSet states, String eventName) {
    active = states;
    event = eventName;
  }

  private boolean isStatic(Set<String> reads) {
    return reads.stream()
        .allMatch(
            path ->
                path.equals("event_name")
                    ? !ambiguousEvents.contains(event)
                    : path.startsWith("settings."));
  }

  /** Returns the value, null if it is unknown; false, with {@link #failed} set, after an error. */
  @Nullable Boolean test(Expression condition) {
    failed = false;
    if (!isStatic(condition.readPaths())) {
      return null;
    }
    try {
      return condition.test(this);
    } catch (EvaluationException e) {
      failed = true;
      return false;
    }
  }

  /** Returns whether the evaluation of the last condition failed. */
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
  public boolean isActive(int state) {
    return active.contains(state);
  }
}
