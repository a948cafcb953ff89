package dev.statute.expr.internal.node;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import dev.statute.expr.EvaluationException.Kind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one scope needs while expressions are evaluated on it, kept so that an evaluation allocates
 * nothing: a register for a number of a type only known at run time, the elements that
 * comprehensions are at, and how much work is still allowed.
 */
public final class EvaluationFrame {
  /** Iterations, elements compared or put together, and characters by the dozen. */
  public static final int BUDGET = 1_000_000;

  /** How many characters that are copied or compared cost as much as one iteration. */
  public static final int CHARACTERS_PER_UNIT = 16;

  public static final int LONG = 0;
  public static final int DOUBLE = 1;
  public static final int OTHER = 2;

  final Activation scope;
  public long longValue;
  public double doubleValue;
  @Nullable public Object objectValue;

  private @Nullable Object[] locals = new Object[0];
  private int base;
  private int top;
  private long budget = BUDGET;
  private long granted = BUDGET;

  /** Of all evaluations together. */
  private long totalRemaining = Long.MAX_VALUE;

  public EvaluationFrame(Activation scope) {
    this.scope = scope;
  }

  /** Begins an evaluation that has {@code count} comprehension variables; returns what to leave. */
  public int enter(int count) {
    int before = base;
    granted = Math.min(BUDGET, totalRemaining);
    budget = granted;
    base = top;
    top += count;
    if (top > locals.length) {
      locals = Arrays.copyOf(locals, top);
    }
    return before;
  }

  /** Ends the evaluation that {@link #enter} began. */
  public void leave(int before) {
    top = base;
    base = before;
    totalRemaining -= granted - budget;
    granted = budget;
  }

  /** Limits all evaluations from now on together. */
  public void setBudget(long work) {
    totalRemaining = work;
  }

  /** Takes something from what all evaluations may do. */
  public void consume(long work) {
    totalRemaining -= work;
  }

  /** Whether all of it is used up. */
  public boolean isExhausted() {
    return totalRemaining < 0;
  }

  @Nullable Object local(int index) {
    return locals[base + index];
  }

  void setLocal(int index, @Nullable Object value) {
    locals[base + index] = value;
  }

  public void charge(long cost, int at) {
    budget -= cost;
    if (budget < 0) {
      throw new EvaluationException(
          Kind.LIMIT, "more work than one expression may do: " + BUDGET + " steps", at);
    }
  }

  public void chargeText(long length, int at) {
    charge(length / CHARACTERS_PER_UNIT + 1, at);
  }

  /** Puts a value where {@link ExpressionNode#evalTagged} leaves it. */
  int store(@Nullable Object value) {
    if (value instanceof Long number) {
      longValue = number;
      return LONG;
    }
    if (value instanceof Double number) {
      doubleValue = number;
      return DOUBLE;
    }
    objectValue = value;
    return OTHER;
  }
}
