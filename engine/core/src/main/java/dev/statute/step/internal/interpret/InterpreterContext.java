package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.step.internal.model.CompiledChart;
import java.util.function.BiPredicate;
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
    @Nullable BiPredicate<String, String> recipients) {
  /**
   * Creates the parts of an interpreter.
   *
   * @param recipients tests whether an instance can send to a recipient; null = not checked. It is
   *     asked only if the chart handles the event of a send without a recipient.
   */
  public static InterpreterContext of(
      Chart chart, Policy policy, @Nullable BiPredicate<String, String> recipients) {
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
    return new InterpreterContext(chart, model, policy, tracker, asks ? recipients : null);
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
