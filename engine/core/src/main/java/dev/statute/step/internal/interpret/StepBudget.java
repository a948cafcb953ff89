package dev.statute.step.internal.interpret;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.problem.Place;
import dev.statute.step.internal.model.ActionFailure;
import org.jspecify.annotations.Nullable;

/**
 * What one step may do at most: how many actions, how much data they make, how much is computed and
 * copied. More is no error that a chart could handle, but undoes the step, as an endless loop does.
 */
final class StepBudget {
  /** Actions, and turns of an {@code each}. */
  static final int MAX_ACTIONS = 100_000;

  /** Characters of data that are assigned, raised, sent and told, as values are measured. */
  static final long MAX_DATA = ValueLimits.SIZE;

  /** Steps of expressions and elements copied. */
  static final long MAX_WORK = 20_000_000;

  private static final String CODE = "budget";

  private final StepTransaction transaction;
  private int actionsLeft = MAX_ACTIONS;
  private long dataLeft = MAX_DATA;

  StepBudget(StepTransaction draft) {
    this.transaction = draft;
    draft.scope().setBudget(MAX_WORK);
  }

  /** One more action. */
  void countAction(Place place) {
    if (--actionsLeft < 0) {
      throw transaction.failure(CODE, "more than " + MAX_ACTIONS + " actions in one step", place);
    }
    checkWork(place);
  }

  /**
   * Data that an action makes.
   *
   * @param depth how many lists and maps it stands in
   * @throws ActionFailure if it does not keep to the limits of values
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

  /** Undoes the step if more was computed than it may. */
  void checkWork(@Nullable Place place) {
    if (transaction.scope().isExhausted()) {
      throw transaction.failure(
          CODE,
          "more than " + MAX_WORK + " steps of expressions and copied elements in one step",
          place);
    }
  }
}
