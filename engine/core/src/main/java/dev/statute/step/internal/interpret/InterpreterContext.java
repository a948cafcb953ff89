package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.step.internal.model.CompiledChart;
import org.jspecify.annotations.Nullable;

/**
 * What all steps of one interpreter share. Immutable, thread-safe.
 *
 * @param recipients null = nobody wants to know who can be reached
 */
public record InterpreterContext(
    Chart chart,
    CompiledChart model,
    Policy policy,
    ProgressTracker tracker,
    Interpreter.@Nullable RecipientLookup recipients) {
  /** More microsteps than this in one step are an endless loop. */
  static final int MAX_MICROSTEPS = 1_000;

  /** More steps than this by themselves after one input are an endless loop. */
  public static final int MAX_FOLLOWING_STEPS = 1_000;

  /** So many events can wait for a state that hears them. */
  public static final int MAX_DEFERRED = 64;

  /** So many ids are remembered. */
  public static final int MAX_HANDLED = 64;

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
                counter -> policy.readsCounter(counter) || model.readsCounter(counter));
    return new InterpreterContext(
        chart,
        model,
        policy,
        tracker,
        asks && directory != Interpreter.RecipientLookup.ALL ? directory : null);
  }

  /** The same outcome; its trace says so if the rules were left out on purpose. */
  public Outcome withPolicyReason(Outcome outcome) {
    String reason = policy.omissionReason();
    return reason == null || reason.equals(outcome.trace().noPolicyReason())
        ? outcome
        : outcome.withTrace(outcome.trace().withNoPolicyReason(reason));
  }

  /** The same step, see {@link #withPolicyReason(Outcome)}. */
  public Step withPolicyReason(Step step) {
    Outcome outcome = withPolicyReason(step.outcome());
    return outcome == step.outcome() ? step : new Step(step.cause(), outcome, step.snapshot());
  }
}
