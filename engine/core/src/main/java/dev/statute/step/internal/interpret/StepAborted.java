package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.RuleError;
import dev.statute.problem.Place;
import dev.statute.step.Outcome;
import dev.statute.step.internal.algorithm.EnabledTransition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Abort of a step with all its changes. Used as control flow, so without a stack trace. */
public final class StepAborted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  StepAborted(Outcome outcome) {
    super(outcome.kind(), null, false, false);
    this.outcome = outcome;
  }

  /** Creates the rollback of a step. */
  public static StepAborted failed(
      StepState state, String code, String message, @Nullable Place place) {
    return new StepAborted(
        new Outcome.Failed(
            state.base().configuration(),
            code,
            message,
            place,
            state.trace().rolledBack(List.of())));
  }

  /**
   * Creates the refusal of a step after the failure of a rule.
   *
   * @param refused transitions that the rule was asked about
   */
  static StepAborted ruleFailed(StepState state, RuleError error, List<EnabledTransition> refused) {
    return new StepAborted(
        new Outcome.Denied(
            state.base().configuration(),
            "rule-error",
            error.message(),
            error.rule(),
            error.place(),
            state.trace().rolledBack(state.takenTransitions(refused))));
  }

  public Outcome outcome() {
    return outcome;
  }
}
