package dev.statute.step.internal.interpret;

import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import dev.statute.step.ExecutionError;
import dev.statute.step.RankedVerdict;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledField;
import dev.statute.step.internal.scope.VariableSlots;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Form fields in a step: values, errors, and fields waived by rules. Rules are asked on access, and
 * again only if data that they may have read changed.
 */
final class FormFields {
  private FormFields() {}

  /** Validates each value: valid ones are kept, an invalid one leaves its field open. */
  static void fill(StepState state, Map<?, ?> given, Place place) {
    Map<String, Object> kept = new LinkedHashMap<>(state.fields.values());
    Map<String, String> errors = new LinkedHashMap<>(state.fields.errors());
    for (Map.Entry<?, ?> entry : given.entrySet()) {
      String name = String.valueOf(entry.getKey());
      CompiledField field = state.model().fields().get(name);
      if (field == null) {
        throw new ActionFailure(
            "no field is called '" + name + "'; there are: " + state.model().fields().keySet(),
            place);
      }
      Object value = entry.getValue();
      if (value == null) {
        continue;
      }
      String error = validate(state, field, value);
      if (error == null) {
        kept.put(name, value);
        errors.remove(name);
      } else {
        kept.remove(name);
        errors.put(name, error);
      }
    }
    state.fields = new SnapshotExtras.FieldValues(kept, errors, state.fields.waived());
    state.areWaiversEvaluated = false;
    List<String> accepted =
        given.keySet().stream().map(String::valueOf).filter(kept::containsKey).toList();
    if (!accepted.isEmpty() && state.context().policy().mayRefuse()) {
      applyRefusals(state, accepted);
    }
  }

  /** Applies refusals of accepted values by rules; a failed rule refuses the whole step. */
  private static void applyRefusals(StepState state, List<String> accepted) {
    RuleVerdicts answer = judge(state, accepted);
    if (answer.error() != null) {
      throw StepAborted.ruleFailed(state, answer.error(), List.of());
    }
    Map<String, Object> kept = new LinkedHashMap<>(state.fields.values());
    Map<String, String> errors = new LinkedHashMap<>(state.fields.errors());
    for (RuleVerdict verdict : answer.verdicts()) {
      if (verdict.verdict() instanceof Refuse refuse && accepted.contains(refuse.field())) {
        state.trace().verdicts.add(new RankedVerdict(verdict, true));
        kept.remove(refuse.field());
        errors.putIfAbsent(refuse.field(), refuse.reason());
      }
    }
    state.fields = new SnapshotExtras.FieldValues(kept, errors, state.fields.waived());
  }

  /** Validates a value; the variable of an {@code each} around the action keeps its own value. */
  private static @Nullable String validate(StepState state, CompiledField field, Object value) {
    Object outer = state.scope().variable(VariableSlots.FIRST_FREE);
    state.setLocal(VariableSlots.FIRST_FREE, value);
    try {
      return passesCheck(state, field) ? null : message(state, field, value);
    } finally {
      state.setLocal(VariableSlots.FIRST_FREE, outer);
    }
  }

  /**
   * Returns whether the value passes the field's check. An evaluation error, such as for a value of
   * another type, counts as failed.
   */
  private static boolean passesCheck(StepState state, CompiledField field) {
    try {
      return field.check() == null || field.check().holds(state.scope());
    } catch (ActionFailure failure) {
      addError(state, failure, field);
      return false;
    }
  }

  private static String message(StepState state, CompiledField field, Object value) {
    try {
      if (field.message() != null) {
        return field.message().render(state.scope());
      }
    } catch (ActionFailure failure) {
      addError(state, failure, field);
    }
    return "'" + value + "' is not acceptable for " + field.name();
  }

  private static void addError(StepState state, ActionFailure failure, CompiledField field) {
    state
        .trace()
        .errors
        .add(new ExecutionError(failure.message(), failure.place(), "field " + field.name()));
  }

  /** Returns the value of {@code fields} in expressions. */
  static FieldsView view(StepState state) {
    evaluateWaivers(state);
    List<String> missing = missing(state);
    CompiledField next = missing.isEmpty() ? null : state.model().fields().get(missing.get(0));
    return new FieldsView(state.fields, missing, () -> next == null ? null : prompt(state, next));
  }

  /** Renders the prompt of a field; one that asks for the prompt itself would never end. */
  private static String prompt(StepState state, CompiledField field) {
    if (state.rendersPrompt) {
      throw new ActionFailure(
          "the prompt of '" + field.name() + "' reads itself",
          state.model().definition().name().place());
    }
    state.rendersPrompt = true;
    try {
      return field.prompt().render(state.scope());
    } finally {
      state.rendersPrompt = false;
    }
  }

  /** Returns the required fields that have no value and are not waived. */
  private static List<String> missing(StepState state) {
    List<String> missing = new ArrayList<>();
    for (CompiledField field : state.model().fields().values()) {
      if (field.required()
          && !state.fields.values().containsKey(field.name())
          && !state.fields.waived().contains(field.name())) {
        missing.add(field.name());
      }
    }
    return missing;
  }

  /** Returns the fields that a rule may waive in the answer to another question. */
  static List<String> missingWaivable(StepState state) {
    return state.context().policy().mayWaive() ? missing(state) : List.of();
  }

  private static void evaluateWaivers(StepState state) {
    List<String> open = state.areWaiversEvaluated ? List.of() : missingWaivable(state);
    state.areWaiversEvaluated = true;
    if (!open.isEmpty()) {
      RuleVerdicts answer = judge(state, open);
      RuleError error = answer.error();
      if (error != null) {
        state.trace().errors.add(new ExecutionError(error.message(), error.place(), error.rule()));
      }
      applyWaivers(state, answer.verdicts());
    }
  }

  /** Asks rules about fields only, with the instance as it is within the step. */
  private static RuleVerdicts judge(StepState state, List<String> fields) {
    return state
        .context()
        .policy()
        .judge(
            new Question(
                PolicyFacts.currentInstance(state),
                PolicyFacts.settings(state),
                List.of(),
                List.of(),
                null,
                fields));
  }

  /** Stores the waivers of an answer. */
  static void applyWaivers(StepState state, List<RuleVerdict> verdicts) {
    Set<String> waived = new LinkedHashSet<>(state.fields.waived());
    for (RuleVerdict verdict : verdicts) {
      if (verdict.verdict() instanceof Waive waive) {
        waived.add(waive.field());
      }
    }
    if (waived.size() > state.fields.waived().size()) {
      state.fields =
          new SnapshotExtras.FieldValues(state.fields.values(), state.fields.errors(), waived);
    }
  }
}
