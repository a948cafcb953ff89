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
public final class StepBudget {
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

  private StepBudget() {}

  /** Counts one action. */
  static void countAction(StepState state, Place place) {
    if (--state.actionsLeft < 0) {
      throw StepAborted.failed(
          state, CODE, "more than " + MAX_ACTIONS + " actions in one step", place);
    }
    checkWork(state, place);
  }

  /**
   * Charges data that an action creates.
   *
   * @param depth number of lists and maps around the value
   * @throws ActionFailure if it exceeds the limits of values
   */
  public static void chargeData(StepState state, @Nullable Object value, int depth, Place place) {
    try {
      state.dataLeft -= ValueLimits.measure(value, depth);
    } catch (ValueException e) {
      throw new ActionFailure("the value cannot be kept: " + e.getMessage(), place);
    }
    if (state.dataLeft < 0) {
      throw StepAborted.failed(
          state, CODE, "more than " + MAX_DATA + " characters of data in one step", place);
    }
  }

  /** Aborts the step if its work exceeds the budget. */
  static void checkWork(StepState state, @Nullable Place place) {
    if (state.scope().isExhausted()) {
      throw StepAborted.failed(
          state,
          CODE,
          "more than " + MAX_WORK + " steps of expressions and copied elements in one step",
          place);
    }
  }
}
