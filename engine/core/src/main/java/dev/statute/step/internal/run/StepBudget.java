package dev.statute.step.internal.run;

import dev.statute.expr.internal.value.ValueException;
import dev.statute.expr.internal.value.ValueLimits;
import dev.statute.problem.Place;
import dev.statute.step.internal.model.ActionFailure;
import org.jspecify.annotations.Nullable;

/**
 * What one step may do at most: how many actions, how much data they make, how much is computed and
 * copied. More is no error that a chart could handle, but undoes the step, as an endless loop does.
 */
final class StepBudget {
  /** Actions, and turns of an {@code each}. */
  static final int ACTIONS = 100_000;

  /** Characters of data that are assigned, raised, sent and told, as values are measured. */
  static final long DATA = ValueLimits.SIZE;

  /** Steps of expressions and elements copied. */
  static final long WORK = 20_000_000;

  private static final String CODE = "budget";

  private final StepTransaction draft;
  private int actions = ACTIONS;
  private long data = DATA;

  StepBudget(StepTransaction draft) {
    this.draft = draft;
    draft.scope().allow(WORK);
  }

  /** One more action. */
  void count(Place place) {
    if (--actions < 0) {
      throw draft.failed(CODE, "more than " + ACTIONS + " actions in one step", place);
    }
    check(place);
  }

  /**
   * Data that an action makes.
   *
   * @param depth how many lists and maps it stands in
   * @throws ActionFailure if it does not keep to the limits of values
   */
  void spend(@Nullable Object value, int depth, Place place) {
    try {
      data -= ValueLimits.measure(value, depth);
    } catch (ValueException e) {
      throw new ActionFailure("the value cannot be kept: " + e.getMessage(), place);
    }
    if (data < 0) {
      throw draft.failed(CODE, "more than " + DATA + " characters of data in one step", place);
    }
  }

  /** Undoes the step if more was computed than it may. */
  void check(@Nullable Place place) {
    if (draft.scope().isSpent()) {
      throw draft.failed(
          CODE,
          "more than " + WORK + " steps of expressions and copied elements in one step",
          place);
    }
  }
}
