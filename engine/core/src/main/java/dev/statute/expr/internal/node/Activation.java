package dev.statute.expr.internal.node;

import dev.statute.expr.internal.check.TypeEnvironment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Variable bindings for evaluation. One is created per step and shared by all expressions of the
 * step; confined to one thread.
 *
 * <p>Values are null, {@link Boolean}, {@link Long}, {@link Double}, {@link String}, {@link
 * java.time.Duration}, {@link java.time.Instant}, and {@link java.util.List} and {@link
 * java.util.Map} of values; expressions reach nothing else.
 */
public abstract class Activation {
  private final EvaluationFrame frame = new EvaluationFrame(this);

  /** Returns the value of the variable with this slot of the {@link TypeEnvironment}. */
  public abstract @Nullable Object variable(int slot);

  /** Returns true if the state with this number of the {@link TypeEnvironment} is active. */
  public boolean isActive(int state) {
    return false;
  }

  /**
   * Returns the value of a field or member that is not there; null = it is an error, as in charts.
   */
  public @Nullable Object missing() {
    return null;
  }

  /** Creates bindings of fixed values by slot, without active states. */
  public static Activation of(@Nullable Object... values) {
    @Nullable Object[] copy = Arrays.copyOf(values, values.length);
    return new Activation() {
      @Override
      public @Nullable Object variable(int slot) {
        return copy[slot];
      }
    };
  }

  /** Limits the total work of all further evaluations, in addition to the limit of each. */
  public final void setBudget(long work) {
    frame.setBudget(work);
  }

  /** Returns true if the budget of {@link #setBudget} is exceeded. */
  public final boolean isExhausted() {
    return frame.isExhausted();
  }

  public final EvaluationFrame frame() {
    return frame;
  }
}
