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
  private final StepTransaction transaction;
  private final Map<String, CompiledField> declared;
  private SnapshotExtras.FieldValues values;
  private boolean evaluated;
  private boolean rendering;

  FormFields(StepTransaction transaction) {
    this.transaction = transaction;
    declared = transaction.model().fields();
    values = transaction.base().extras().fields();
  }

  SnapshotExtras.FieldValues values() {
    return values;
  }

  /** Invalidates the waivers after a change of data, as rules may decide differently. */
  void invalidate() {
    evaluated = false;
  }

  /** Validates each value: valid ones are kept, an invalid one leaves its field open. */
  void fill(Map<?, ?> given, Place place) {
    Map<String, Object> kept = new LinkedHashMap<>(values.values());
    Map<String, String> errors = new LinkedHashMap<>(values.errors());
    for (Map.Entry<?, ?> entry : given.entrySet()) {
      String name = String.valueOf(entry.getKey());
      CompiledField field = declared.get(name);
      if (field == null) {
        throw new ActionFailure(
            "no field is called '" + name + "'; there are: " + declared.keySet(), place);
      }
      Object value = entry.getValue();
      if (value == null) {
        continue;
      }
      String error = validate(field, value);
      if (error == null) {
        kept.put(name, value);
        errors.remove(name);
      } else {
        kept.remove(name);
        errors.put(name, error);
      }
    }
    values = new SnapshotExtras.FieldValues(kept, errors, values.waived());
    evaluated = false;
    List<String> accepted =
        given.keySet().stream().map(String::valueOf).filter(kept::containsKey).toList();
    if (!accepted.isEmpty() && transaction.context().policy().mayRefuse()) {
      applyRefusals(accepted);
    }
  }

  /** Applies refusals of accepted values by rules; a failed rule refuses the whole step. */
  private void applyRefusals(List<String> accepted) {
    RuleVerdicts rulings = judge(accepted);
    if (rulings.error() != null) {
      throw PolicyEvaluation.ruleFailure(transaction, rulings.error(), List.of());
    }
    Map<String, Object> kept = new LinkedHashMap<>(values.values());
    Map<String, String> errors = new LinkedHashMap<>(values.errors());
    for (RuleVerdict ruling : rulings.verdicts()) {
      if (ruling.verdict() instanceof Refuse refuse && accepted.contains(refuse.field())) {
        transaction.trace().verdicts.add(new RankedVerdict(ruling, true));
        kept.remove(refuse.field());
        errors.putIfAbsent(refuse.field(), refuse.reason());
      }
    }
    values = new SnapshotExtras.FieldValues(kept, errors, values.waived());
  }

  /** Validates a value; the variable of an {@code each} around the action keeps its own value. */
  private @Nullable String validate(CompiledField field, Object value) {
    Object outer = transaction.scope().variable(VariableSlots.FIRST_FREE);
    transaction.setLocal(VariableSlots.FIRST_FREE, value);
    try {
      return passesCheck(field) ? null : message(field, value);
    } finally {
      transaction.setLocal(VariableSlots.FIRST_FREE, outer);
    }
  }

  /**
   * Returns whether the value passes the field's check. An evaluation error, such as for a value of
   * another type, counts as failed.
   */
  private boolean passesCheck(CompiledField field) {
    try {
      return field.check() == null || field.check().holds(transaction.scope());
    } catch (ActionFailure failure) {
      addError(failure, field);
      return false;
    }
  }

  private String message(CompiledField field, Object value) {
    try {
      if (field.message() != null) {
        return field.message().render(transaction.scope());
      }
    } catch (ActionFailure failure) {
      addError(failure, field);
    }
    return "'" + value + "' is not acceptable for " + field.name();
  }

  private void addError(ActionFailure failure, CompiledField field) {
    transaction
        .trace()
        .errors
        .add(new ExecutionError(failure.message(), failure.place(), "field " + field.name()));
  }

  /** Returns the value of {@code fields} in expressions. */
  FieldsView view() {
    evaluateWaivers();
    List<String> missing = missing();
    CompiledField next = missing.isEmpty() ? null : declared.get(missing.get(0));
    return new FieldsView(values, missing, () -> next == null ? null : prompt(next));
  }

  /** Renders the prompt of a field; one that asks for the prompt itself would never end. */
  private String prompt(CompiledField field) {
    if (rendering) {
      throw new ActionFailure(
          "the prompt of '" + field.name() + "' reads itself",
          transaction.model().definition().name().place());
    }
    rendering = true;
    try {
      return field.prompt().render(transaction.scope());
    } finally {
      rendering = false;
    }
  }

  /** Returns the required fields that have no value and are not waived. */
  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (CompiledField field : declared.values()) {
      if (field.required()
          && !values.values().containsKey(field.name())
          && !values.waived().contains(field.name())) {
        missing.add(field.name());
      }
    }
    return missing;
  }

  /** Returns the fields that a rule may waive in the answer to another question. */
  List<String> missingWaivable() {
    return transaction.context().policy().mayWaive() ? missing() : List.of();
  }

  private void evaluateWaivers() {
    List<String> open = evaluated ? List.of() : missingWaivable();
    evaluated = true;
    if (!open.isEmpty()) {
      RuleVerdicts rulings = judge(open);
      RuleError error = rulings.error();
      if (error != null) {
        transaction
            .trace()
            .errors
            .add(new ExecutionError(error.message(), error.place(), error.rule()));
      }
      applyWaivers(rulings.verdicts());
    }
  }

  /** Asks rules about fields only, with the instance as it is within the step. */
  private RuleVerdicts judge(List<String> fields) {
    PolicyFacts facts = transaction.facts();
    return transaction
        .context()
        .policy()
        .judge(
            new Question(
                facts.currentInstance(), facts.settings(), List.of(), List.of(), null, fields));
  }

  /** Stores the waivers of an answer. */
  void applyWaivers(List<RuleVerdict> rulings) {
    Set<String> waived = new LinkedHashSet<>(values.waived());
    for (RuleVerdict ruling : rulings) {
      if (ruling.verdict() instanceof Waive waive) {
        waived.add(waive.field());
      }
    }
    if (waived.size() > values.waived().size()) {
      values = new SnapshotExtras.FieldValues(values.values(), values.errors(), waived);
    }
  }
}
