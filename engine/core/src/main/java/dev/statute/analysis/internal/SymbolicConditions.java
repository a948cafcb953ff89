package dev.statute.analysis.internal;

import dev.statute.expr.Expression;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.StateSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Whether transitions are enabled: computed where a condition is known, else decided by {@link
 * ChoiceEnumerator}. Within one selection no action runs, so a condition of the same text is the
 * same.
 */
final class SymbolicConditions {
  private final CompiledChart model;
  private final StaticConditions knowledge;
  private final ChoiceEnumerator choices;
  private final Consumer<String> raise;
  private final Map<String, Boolean> decided = new HashMap<>();
  private StateSet active;

  /**
   * @param raise takes the errors of conditions that fail
   */
  SymbolicConditions(
      CompiledChart model,
      StaticConditions knowledge,
      ChoiceEnumerator choices,
      Consumer<String> raise) {
    this.model = model;
    this.knowledge = knowledge;
    this.choices = choices;
    this.raise = raise;
    active = model.nowhere().active();
  }

  /** A new selection begins. */
  void begin(StateSet states, String event) {
    active = states;
    knowledge.at(states, event);
    decided.clear();
  }

  /**
   * Whether a transition is enabled.
   *
   * @param mayBeGranted whether some rule could grant its guard
   */
  boolean hold(CompiledTransition arrow, Predicate<CompiledTransition> mayBeGranted) {
    CompiledCondition when = arrow.when();
    if (when != null && !holds(when.expression())) {
      return false;
    }
    return arrow.guard() == null
        || decided.computeIfAbsent(
            arrow.number() + " " + arrow.guard(),
            key -> mayBeGranted.test(arrow) && choices.decide("guard " + arrow.guard()));
  }

  private boolean holds(Expression when) {
    return decided.computeIfAbsent(when.source().value(), text -> decide(text, when));
  }

  /** A condition that fails is false, and an error for those who listen to it by name. */
  private boolean decide(String text, Expression when) {
    Boolean known = knowledge.test(when);
    boolean failed = knowledge.failed();
    boolean holds = known != null ? known : choices.decide(text);
    if (!holds
        && (known == null || failed)
        && (!model.rollsBack() || isErrorHeard())
        && (failed || choices.fails(text))) {
      raise.accept(SymbolicMicrostep.MISJUDGED);
    }
    return holds;
  }

  private boolean isErrorHeard() {
    int signal = model.signals().event(SymbolicMicrostep.ERROR);
    for (int n = active.next(0); n >= 0 && signal != EventIds.OTHER; n = active.next(n + 1)) {
      if (model.node(n).on().stream()
          .anyMatch(arrow -> arrow.descriptors().name(SymbolicMicrostep.ERROR))) {
        return true;
      }
    }
    return false;
  }
}
