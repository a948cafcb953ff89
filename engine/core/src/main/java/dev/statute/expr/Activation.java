package dev.statute.expr;

import dev.statute.expr.internal.node.EvaluationFrame;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where an expression reads its variables while it is evaluated. One is made per step and used for
 * all expressions of it; confined to one thread.
 *
 * <p>Values are null, {@link Boolean}, {@link Long}, {@link Double}, {@link String}, {@link
 * java.time.Duration}, {@link java.time.Instant}, and {@link java.util.List} and {@link
 * java.util.Map} of values; nothing else is ever reached.
 */
public abstract class Activation {
  private final EvaluationFrame frame = new EvaluationFrame(this);

  /** The value of the variable that {@link TypeEnvironment} gave this slot. */
  public abstract @Nullable Object variable(int slot);

  /** Whether the state that {@link TypeEnvironment} gave this number is active. */
  public boolean isActive(int state) {
    return false;
  }

  /** A scope of fixed values by slot, with no state active. */
  public static Activation of(@Nullable Object... values) {
    @Nullable Object[] copy = Arrays.copyOf(values, values.length);
    return new Activation() {
      @Override
      public @Nullable Object variable(int slot) {
        return copy[slot];
      }
    };
  }

  /** Limits the work of all evaluations on this from now on, beside that of each. */
  public final void setBudget(long work) {
    frame.setBudget(work);
  }

  /** Whether more was done than {@link #setBudget} allows. */
  public final boolean isExhausted() {
    return frame.isExhausted();
  }

  final EvaluationFrame frame() {
    return frame;
  }
}
