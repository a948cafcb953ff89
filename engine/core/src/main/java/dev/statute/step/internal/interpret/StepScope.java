package dev.statute.step.internal.interpret;

import dev.statute.expr.internal.node.Activation;
import dev.statute.step.internal.scope.VariableSlots;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scope of expressions in a step, backed by its present state. */
final class StepScope extends Activation {
  private final StepState state;
  private @Nullable Map<String, Long> counters;
  private @Nullable Map<String, Object> instance;
  private @Nullable Instant now;

  StepScope(StepState state) {
    this.state = state;
    setBudget(StepBudget.MAX_WORK);
  }

  @Override
  public @Nullable Object variable(int slot) {
    return switch (slot) {
      case VariableSlots.DATA -> state.data();
      case VariableSlots.EVENT -> state.currentEvent().data();
      case VariableSlots.EVENT_NAME -> state.currentEvent().name();
      case VariableSlots.PROGRESS -> counters();
      case VariableSlots.FIELDS -> FormFields.view(state);
      case VariableSlots.SETTINGS -> state.context().chart().settings().all();
      case VariableSlots.INSTANCE -> instance();
      case VariableSlots.NOW -> now();
      case VariableSlots.EVENT_META -> state.currentEvent().meta();
      default -> state.locals == null ? null : state.locals[slot - VariableSlots.FIRST_FREE];
    };
  }

  @Override
  public boolean isActive(int number) {
    return state.active().contains(number);
  }

  private Map<String, Long> counters() {
    if (counters == null) {
      counters = state.context().tracker().progress(state.base().progress()).toMap();
    }
    return counters;
  }

  private Instant now() {
    if (now == null) {
      now = Instant.ofEpochMilli(state.now);
    }
    return now;
  }

  private Map<String, Object> instance() {
    if (instance == null) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("id", state.base().id());
      all.put("epoch", state.base().fence().number());
      all.put("turn", state.base().fence().holder());
      all.put("revision", state.context().chart().revision());
      instance = all;
    }
    return instance;
  }
}
