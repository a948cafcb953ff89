package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.step.Cause;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.internal.model.CompiledChart;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parts shared by all steps of an interpreter. Immutable, thread-safe.
 *
 * @param recipients null = recipients are not checked
 */
public record InterpreterContext(
    Chart chart,
    CompiledChart model,
    Policy policy,
    ProgressTracker tracker,
    Interpreter.@Nullable RecipientLookup recipients) {
  public static InterpreterContext of(Chart chart, Policy policy) {
    return of(chart, policy, Interpreter.RecipientLookup.ALL);
  }

  public static InterpreterContext of(
      Chart chart, Policy policy, Interpreter.RecipientLookup directory) {
    CompiledChart model = chart.model();
    boolean asks = !model.rollsBack() || model.namesEvent(InternalQueue.COMMUNICATION_ERROR);
    ProgressTracker tracker =
        model
            .tracking()
            .tracker(
                chart.settings(),
                policy::readsFact,
                counter -> policy.readsCounter(counter) || model.readsCounter(counter),
                policy.readsArguments());
    return new InterpreterContext(
        chart,
        model,
        policy,
        tracker,
        asks && directory != Interpreter.RecipientLookup.ALL ? directory : null);
  }

  /**
   * Makes a step in a transaction. A step that is aborted changes nothing.
   *
   * @param lenient for a query without data, see {@link StepTransaction}
   */
  public Step attempt(
      Cause cause,
      Snapshot before,
      long now,
      boolean lenient,
      Function<StepTransaction, Outcome> work) {
    StepTransaction transaction = new StepTransaction(this, before, now, lenient);
    try {
      return new Step(cause, work.apply(transaction), transaction.commit());
    } catch (StepAborted abort) {
      return new Step(cause, abort.outcome(), before);
    }
  }

  /** Returns the step; its trace states the reason if rules were disabled on purpose. */
  public Step withPolicyReason(Step step) {
    String reason = policy.omissionReason();
    Outcome outcome = step.outcome();
    return reason == null || reason.equals(outcome.trace().noPolicyReason())
        ? step
        : new Step(
            step.cause(),
            outcome.withTrace(outcome.trace().withNoPolicyReason(reason)),
            step.snapshot());
  }
}
