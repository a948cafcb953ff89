package dev.statute.expr.internal.node;

import dev.statute.expr.internal.node.EvaluationException.Kind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Mutable state of evaluations on one activation, reused so that evaluation allocates nothing:
 * registers for dynamic results, comprehension variables, and the remaining budget.
 */
public final class EvaluationFrame {
  /**
   * Work units of one evaluation: iterations, elements compared or created, and groups of
   * characters.
   */
  public static final int BUDGET = 1_000_000;

  /** Number of copied or compared characters that cost one unit. */
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
  private int depth;
  private long budget = BUDGET;
  private long granted = BUDGET;

  /** Budget of all evaluations together. */
  private long totalRemaining = Long.MAX_VALUE;

  public EvaluationFrame(Activation scope) {
    this.scope = scope;
  }

  /**
   * Starts an evaluation with {@code count} comprehension variables; returns the argument for
   * {@link #leave}. One inside another, such as that of a prompt which an expression reads, works
   * on the budget of the outer one.
   */
  public int enter(int count) {
    int before = base;
    if (depth++ == 0) {
      granted = Math.min(BUDGET, totalRemaining);
      budget = granted;
    }
    base = top;
    top += count;
    if (top > locals.length) {
      locals = Arrays.copyOf(locals, top);
    }
    return before;
  }

  /** Ends the evaluation started by {@link #enter}. */
  public void leave(int before) {
    top = base;
    base = before;
    if (--depth == 0) {
      totalRemaining -= granted - budget;
      granted = budget;
    }
  }

  /** Limits the total work of all further evaluations. */
  public void setBudget(long work) {
    totalRemaining = work;
  }

  /** Deducts work from the total budget. */
  public void consume(long work) {
    totalRemaining -= work;
  }

  /** Returns true if the total budget is exceeded. */
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

  /** Stores a value in the register that {@link ExpressionNode#evalTagged} uses. */
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
