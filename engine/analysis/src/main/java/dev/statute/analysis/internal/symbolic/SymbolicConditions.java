package dev.statute.analysis.internal.symbolic;

import dev.statute.expr.internal.Expression;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Evaluation of conditions and guards: computed if known, else decided by a {@link
 * ChoiceEnumerator}. No action runs within one selection, so conditions of the same text share one
 * decision.
 */
final class SymbolicConditions {
  private final SymbolicChart chart;
  private final StaticConditions known;
  private final ChoiceEnumerator choices;
  private final SymbolicQueue queue;
  private final Map<String, Boolean> decided = new HashMap<>();
  private StateSet active;

  SymbolicConditions(
      SymbolicChart chart, StaticConditions known, ChoiceEnumerator choices, SymbolicQueue queue) {
    this.chart = chart;
    this.known = known;
    this.choices = choices;
    this.queue = queue;
    active = chart.model().emptyConfiguration().active();
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
        && isErrorHandled()
        && (failed || choices.fails(text))) {
      queue.add(SymbolicMicrostep.CONDITION_ERROR);
    }
    return holds;
  }

  private boolean isErrorHandled() {
    return !chart.model().rollsBack()
        || chart.model().namesEvent(SymbolicMicrostep.ERROR, chart.atomicStates(active));
  }
}
