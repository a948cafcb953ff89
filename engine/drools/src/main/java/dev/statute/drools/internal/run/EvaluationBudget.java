package dev.statute.drools.internal.run;

import dev.statute.drools.RunOptions;
import dev.statute.drools.internal.drl.RegularExpressions;
import org.jspecify.annotations.Nullable;

/**
 * Limits what conditions do for one question: how many pairs of facts joins compare, and for how
 * long. Compiled conditions call it from within joins and regular expressions, as the rule engine
 * itself looks at no clock until a rule fires. Confined to one thread.
 */
public final class EvaluationBudget {
  /** Reading the clock costs as much as comparing some dozen facts. */
  private static final int CLOCK_INTERVAL = 1 << 10;

  private static final ThreadLocal<@Nullable EvaluationBudget> CURRENT = new ThreadLocal<>();

  private final RunOptions options;
  private int evaluations;
  private int ticks;
  private long started;
  private int rule = -1;

  /** Processor time of the thread when the time was up; -1 = it is not. */
  private long overtime = -1;

  EvaluationBudget(RunOptions options) {
    this.options = options;
  }

  /** Begins a question. */
  void start() {
    started = options.nanos().getAsLong();
    overtime = -1;
    evaluations = 0;
    rule = -1;
  }

  /** Makes it the budget of what this thread evaluates. */
  void enter() {
    CURRENT.set(this);
  }

  static void exit() {
    CURRENT.remove();
  }

  /** The rule whose conditions were evaluated last, as far as they are counted; -1 = none was. */
  int rule() {
    return rule;
  }

  /**
   * Whether the time is up. When it has passed, the thread may work as long again: it may have
   * passed while the machine stood still, the process was suspended, or garbage was collected.
   */
  boolean isTimeUp() {
    long time = options.time().toNanos();
    if (options.nanos().getAsLong() - started <= time) {
      return false;
    }
    long worked = options.worked().getAsLong();
    overtime = overtime < 0 ? worked : overtime;
    return worked - overtime > time;
  }

  /**
   * Counts one pair of facts that a join of a rule compares; called by compiled conditions.
   *
   * @param number the rule
   * @param fact what is compared, which makes the condition one of the join
   * @return true
   * @throws BudgetExceededException if it is one too many
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
    if (++evaluations > options.evaluations()) {
      throw new BudgetExceededException(
          rule, "compares more than " + options.evaluations() + " pairs of facts for one question");
    }
    tick();
  }

  /** Looks at the clock now and then. */
  private void tick() {
    if (++ticks % CLOCK_INTERVAL == 0 && isTimeUp()) {
      throw new BudgetExceededException(
          rule, "is still comparing after " + options.time().toMillis() + " ms");
    }
  }

  /** Whether a text matches a regular expression; called by compiled conditions. */
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

  /** A text that looks at the clock while it is read. */
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

  /** A rule that goes beyond the budget. */
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
