package dev.statute.step.symbolic.internal;

import dev.statute.expr.internal.Expression;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.StateSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Evaluation of conditions and guards: computed if known, else decided by a {@link
 * ChoiceEnumerator}. No action runs within one selection, so conditions of the same text share one
 * decision.
 */
final class SymbolicConditions {
  private final CompiledChart model;
  private final StaticConditions known;
  private final ChoiceEnumerator choices;
  private final Consumer<String> raise;
  private final Map<String, Boolean> decided = new HashMap<>();
  private StateSet active;

  /**
   * @param raise takes the errors of conditions that fail
   */
  SymbolicConditions(
      CompiledChart model,
      StaticConditions known,
      ChoiceEnumerator choices,
      Consumer<String> raise) {
    this.model = model;
    this.known = known;
    this.choices = choices;
    this.raise = raise;
    active = model.emptyConfiguration().active();
  }

  /** Begins a selection. */
  void begin(StateSet states, String event) {
    active = states;
    known.update(states, event);
    decided.clear();
  }

  /**
   * Returns whether a transition is enabled.
   *
   * @param mayGrant tells whether a rule can grant its guard
   */
  boolean isEnabled(CompiledTransition transition, BooleanSupplier mayGrant) {
    CompiledCondition when = transition.when();
    if (when != null && !holds(when.expression())) {
      return false;
    }
    return transition.guard() == null
        || decided.computeIfAbsent(
            transition.number() + " " + transition.guard(),
            key -> mayGrant.getAsBoolean() && choices.decide("guard " + transition.guard()));
  }

  private boolean holds(Expression when) {
    return decided.computeIfAbsent(when.source().value(), text -> decide(text, when));
  }

  /** Decides a condition; one that fails is false, and raises an error if a transition names it. */
  private boolean decide(String text, Expression when) {
    Boolean value = known.test(when);
    boolean failed = known.failed();
    boolean holds = value != null ? value : choices.decide(text);
    if (!holds
        && (value == null || failed)
        && (!model.rollsBack() || isErrorHandled())
        && (failed || choices.fails(text))) {
      raise.accept(SymbolicMicrostep.CONDITION_ERROR);
    }
    return holds;
  }

  private boolean isErrorHandled() {
    int signal = model.eventIds().event(SymbolicMicrostep.ERROR);
    for (int n = active.next(0); n >= 0 && signal != EventIds.OTHER; n = active.next(n + 1)) {
      if (model.state(n).on().stream()
          .anyMatch(
              transition -> transition.descriptors().matchesByName(SymbolicMicrostep.ERROR))) {
        return true;
      }
    }
    return false;
  }
}
