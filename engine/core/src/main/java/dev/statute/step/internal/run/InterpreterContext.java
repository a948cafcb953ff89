package dev.statute.step.internal.run;

import dev.statute.policy.Policy;
import dev.statute.progress.TrackerSettings;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.step.internal.model.CompiledChart;
import org.jspecify.annotations.Nullable;

/**
 * What all steps of one interpreter share. Immutable, thread-safe.
 *
 * @param directory null = nobody wants to know who can be reached
 */
record InterpreterContext(
    Chart chart,
    CompiledChart model,
    Policy policy,
    TrackerSettings tracking,
    Interpreter.@Nullable RecipientLookup directory) {
  /** More microsteps than this in one step are an endless loop. */
  static final int MOST_MICROSTEPS = 1_000;

  /** More steps than this by themselves after one input are an endless loop. */
  static final int MOST_FOLLOWING = 1_000;

  /** So many events can wait for a state that hears them. */
  static final int MOST_DEFERRED = 64;

  /** So many ids are remembered. */
  static final int MOST_HANDLED = 64;

  static InterpreterContext of(Chart chart, Policy policy) {
    return of(chart, policy, Interpreter.RecipientLookup.ALL);
  }

  static InterpreterContext of(Chart chart, Policy policy, Interpreter.RecipientLookup directory) {
    CompiledChart model = chart.model();
    boolean asks = !model.rollsBack() || model.names(InternalQueue.COMMUNICATION);
    TrackerSettings tracking =
        TrackerSettings.of(
            chart.settings(),
            policy::reads,
            counter -> policy.counts(counter) || model.counts(counter));
    return new InterpreterContext(
        chart,
        model,
        policy,
        tracking,
        asks && directory != Interpreter.RecipientLookup.ALL ? directory : null);
  }

  /** The same outcome; its trace says so if the rules were left out on purpose. */
  Outcome told(Outcome outcome) {
    String reason = policy.noneReason();
    return reason == null || reason.equals(outcome.trace().noRules())
        ? outcome
        : outcome.withTrace(outcome.trace().withNoRules(reason));
  }

  /** The same step, see {@link #told(Outcome)}. */
  Step told(Step step) {
    Outcome outcome = told(step.outcome());
    return outcome == step.outcome() ? step : new Step(step.cause(), outcome, step.snapshot());
  }
}
