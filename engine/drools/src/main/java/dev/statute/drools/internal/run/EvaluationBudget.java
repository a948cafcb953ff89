package dev.statute.drools.internal.run;

import dev.statute.drools.RunOptions;
import dev.statute.drools.internal.drl.RegularExpressions;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limit of the evaluation of one question: pairs of facts that joins compare, and time. Compiled
 * conditions call it within joins and regular expressions, because the rule engine itself checks no
 * clock until a rule fires. Confined to one thread.
 */
public final class EvaluationBudget {
  /**
   * Number of comparisons per reading of the clock, which costs as much as some dozen comparisons.
   */
  private static final int CLOCK_INTERVAL = 1 << 10;

  private static final ThreadLocal<@Nullable EvaluationBudget> CURRENT = new ThreadLocal<>();

  private final int limit;
  private final long time;
  private final LongSupplier nanos;
  private final LongSupplier worked;
  private int evaluations;
  private int ticks;
  private long started;
  private int rule = -1;

  /** Processor time of the thread at the time limit; -1 = not reached. */
  private long overtime = -1;

  EvaluationBudget(RunOptions options) {
    limit = options.evaluations();
    time = options.time().toNanos();
    nanos = options.nanos();
    worked = options.worked();
  }

  /** Starts a question. */
  void start() {
    started = nanos.getAsLong();
    overtime = -1;
    evaluations = 0;
    rule = -1;
  }

  /** Makes it the budget of the current thread. */
  void enter() {
    CURRENT.set(this);
  }

  static void exit() {
    CURRENT.remove();
  }

  /** Number of the rule that fired or was counted last; -1 = none. */
  int rule() {
    return rule;
  }

  /** Records that the consequence of a rule runs next. */
  void enterRule(int number) {
    rule = number;
  }

  /** Records that a source of facts of a rule is evaluated next; called by compiled conditions. */
  public static boolean enterSource(int number) {
    EvaluationBudget budget = CURRENT.get();
    if (budget != null) {
      budget.rule = number;
    }
    return true;
  }

  /**
   * Tests the time limit. After it has passed, the thread may use as much processor time again: the
   * machine or the process may have been suspended, or garbage collected.
   */
  boolean isTimeUp() {
    if (nanos.getAsLong() - started <= time) {
      return false;
    }
    long now = worked.getAsLong();
    overtime = overtime < 0 ? now : overtime;
    return now - overtime > time;
  }

  /**
   * Counts one pair of facts that a join of a rule compares; called by compiled conditions.
   *
   * @param number the rule
   * @param fact compared fact, which makes the condition one of the join
   * @return true
   * @throws BudgetExceededException above the limit
   */
  public static boolean spend(int number, @Nullable Object fact) {
    EvaluationBudget budget = CURRENT.get();
    if (budget != null) {
      budget.rule = number;
      budget.count();
    }
    return true;
  }

  private void count() {
    if (++evaluations > limit) {
      throw new BudgetExceededException(
          rule, "compares more than " + limit + " pairs of facts for one question");
    }
    tick();
  }

  /** Checks the clock at intervals. */
  private void tick() {
    if (++ticks % CLOCK_INTERVAL == 0 && isTimeUp()) {
      throw new BudgetExceededException(
          rule, "is still comparing after " + TimeUnit.NANOSECONDS.toMillis(time) + " ms");
    }
  }

  /** Tests if a text matches a regular expression; called by compiled conditions. */
  public static boolean matches(int number, @Nullable Object text, String pattern) {
    if (text == null) {
      return false;
    }
    EvaluationBudget budget = CURRENT.get();
    String whole = text.toString();
    if (budget == null) {
      return RegularExpressions.matches(pattern, whole);
    }
    budget.rule = number;
    return RegularExpressions.matches(pattern, new MeteredText(whole, budget));
  }

  /** Text that checks the clock while it is read. */
  private record MeteredText(String text, EvaluationBudget budget) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      budget.tick();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Failure of a rule that exceeds the budget. */
  static final class BudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int rule;

    BudgetExceededException(int rule, String message) {
      super(message, null, false, false);
      this.rule = rule;
    }

    int rule() {
      return rule;
    }
  }
}
