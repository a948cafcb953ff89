package dev.statute.step.internal.interpret;

import dev.statute.expr.internal.node.Activation;
import dev.statute.step.internal.scope.VariableSlots;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scope of expressions in a step, backed by its present state. */
public final class StepScope extends Activation {
  private final StepTransaction transaction;
  private @Nullable Object @Nullable [] locals;
  private @Nullable Map<String, Object> instance;
  private @Nullable Instant now;

  StepScope(StepTransaction step) {
    this.transaction = step;
  }

  @Override
  public @Nullable Object variable(int slot) {
    return switch (slot) {
      case VariableSlots.DATA -> transaction.data();
      case VariableSlots.EVENT -> transaction.currentEvent().data();
      case VariableSlots.EVENT_NAME -> transaction.currentEvent().name();
      case VariableSlots.PROGRESS -> transaction.counters();
      case VariableSlots.FIELDS -> transaction.fields().view();
      case VariableSlots.SETTINGS -> transaction.context().chart().settings().all();
      case VariableSlots.INSTANCE -> instance();
      case VariableSlots.NOW -> now();
      case VariableSlots.EVENT_META -> transaction.currentEvent().meta();
      default -> locals == null ? null : locals[slot - VariableSlots.FIRST_FREE];
    };
  }

  @Override
  public boolean isActive(int state) {
    return transaction.active().contains(state);
  }

  void setLocal(int slot, @Nullable Object value) {
    if (locals == null) {
      locals = new Object[transaction.context().model().localSlots() - VariableSlots.FIRST_FREE];
    }
    locals[slot - VariableSlots.FIRST_FREE] = value;
  }

  private Instant now() {
    if (now == null) {
      now = Instant.ofEpochMilli(transaction.now());
    }
    return now;
  }

  private Map<String, Object> instance() {
    if (instance == null) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("id", transaction.base().id());
      all.put("epoch", transaction.base().epoch());
      all.put("turn", transaction.base().turn());
      all.put("revision", transaction.context().chart().revision());
      instance = all;
    }
    return instance;
  }
}
