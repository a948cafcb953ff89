package dev.statute.step.internal.interpret;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.problem.Place;
import dev.statute.step.internal.model.ActionFailure;
import org.jspecify.annotations.Nullable;

/**
 * Budget of one step: number of actions, size of created data, work of expressions and copies. A
 * chart cannot handle its exhaustion; the step is rolled back, as for an endless loop.
 */
final class StepBudget {
  /** Maximum number of actions and iterations of {@code each}. */
  static final int MAX_ACTIONS = 100_000;

  /**
   * Maximum number of characters of data assigned, raised, sent and emitted, as values are
   * measured.
   */
  static final long MAX_DATA = ValueLimits.SIZE;

  /** Maximum number of evaluation steps and copied elements. */
  static final long MAX_WORK = 20_000_000;

  private static final String CODE = "budget";

  private final StepTransaction transaction;
  private int actionsLeft = MAX_ACTIONS;
  private long dataLeft = MAX_DATA;

  StepBudget(StepTransaction step) {
    this.transaction = step;
    step.scope().setBudget(MAX_WORK);
  }

  /** Counts one action. */
  void countAction(Place place) {
    if (--actionsLeft < 0) {
      throw transaction.failure(CODE, "more than " + MAX_ACTIONS + " actions in one step", place);
    }
    checkWork(place);
  }

  /**
   * Charges data that an action creates.
   *
   * @param depth number of lists and maps around the value
   * @throws ActionFailure if it exceeds the limits of values
   */
  void chargeData(@Nullable Object value, int depth, Place place) {
    try {
      dataLeft -= ValueLimits.measure(value, depth);
    } catch (ValueException e) {
      throw new ActionFailure("the value cannot be kept: " + e.getMessage(), place);
    }
    if (dataLeft < 0) {
      throw transaction.failure(
          CODE, "more than " + MAX_DATA + " characters of data in one step", place);
    }
  }

  /** Aborts the step if its work exceeds the budget. */
  void checkWork(@Nullable Place place) {
    if (transaction.scope().isExhausted()) {
      throw transaction.failure(
          CODE,
          "more than " + MAX_WORK + " steps of expressions and copied elements in one step",
          place);
    }
  }
}
