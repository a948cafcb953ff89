package dev.statute.step.internal.run;

import dev.statute.chart.internal.rules.VariableSlots;
import dev.statute.expr.Activation;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What expressions see of a draft: always its present state. */
final class StepScope extends Activation {
  private final StepTransaction draft;
  private @Nullable Object @Nullable [] locals;
  private @Nullable Map<String, Object> instance;
  private @Nullable Instant now;

  StepScope(StepTransaction draft) {
    this.draft = draft;
  }

  @Override
  public @Nullable Object variable(int slot) {
    return switch (slot) {
      case VariableSlots.DATA -> draft.data();
      case VariableSlots.EVENT -> draft.cue().data();
      case VariableSlots.EVENT_NAME -> draft.cue().name();
      case VariableSlots.PROGRESS -> draft.counters();
      case VariableSlots.FIELDS -> draft.fields().view();
      case VariableSlots.SETTINGS -> draft.machine().chart().settings().all();
      case VariableSlots.INSTANCE -> instance();
      case VariableSlots.NOW -> now();
      case VariableSlots.EVENT_META -> draft.cue().meta();
      default -> locals == null ? null : locals[slot - VariableSlots.FREE];
    };
  }

  @Override
  public boolean active(int state) {
    return draft.active().has(state);
  }

  void local(int slot, @Nullable Object value) {
    if (locals == null) {
      locals = new Object[draft.machine().model().locals() - VariableSlots.FREE];
    }
    locals[slot - VariableSlots.FREE] = value;
  }

  private Instant now() {
    if (now == null) {
      now = Instant.ofEpochMilli(draft.now());
    }
    return now;
  }

  private Map<String, Object> instance() {
    if (instance == null) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("id", draft.base().id());
      all.put("epoch", draft.base().epoch());
      all.put("turn", draft.base().turn());
      all.put("revision", draft.machine().chart().revision());
      instance = all;
    }
    return instance;
  }
}
