package dev.statute.drools.internal.run;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.internal.run.EvaluationBudget.BudgetExceededException;
import dev.statute.policy.spi.RuleError;
import org.jspecify.annotations.Nullable;

/** Error message of a failed rule. */
final class FailedRule {
  private static final String FACTS = "dev.statute.policy.";

  private FailedRule() {}

  static RuleError of(RuleDescription rule, String message) {
    return new RuleError(rule.id(), rule.place(), message);
  }

  /**
   * Creates the error for an exception during evaluation.
   *
   * @param suspect the rule that was evaluated, if known
   */
  static RuleError ofException(Throwable e, RuleBase base, @Nullable RuleDescription suspect) {
    Throwable cause = e;
    RuleDescription rule = null;
    for (Throwable at = e; at != null; at = at.getCause()) {
      cause = at;
      rule = rule == null ? findRule(at, base) : rule;
    }
    RuleDescription named = rule == null ? suspect : rule;
    return named == null
        ? of(base.firstSuspect(), "it, or a rule after it: " + describe(cause))
        : of(named, describe(cause));
  }

  /**
   * Finds the rule that an exception names, or that generated the failed code, or that was firing.
   */
  private static @Nullable RuleDescription findRule(Throwable e, RuleBase base) {
    if (e instanceof BudgetExceededException exhausted) {
      return base.rules().get(exhausted.rule());
    }
    RuleDescription rule = e.getMessage() == null ? null : base.findRuleIn(e.getMessage());
    for (StackTraceElement frame : e.getStackTrace()) {
      rule = rule == null ? base.findRuleIn(frame.getClassName()) : rule;
    }
    return rule;
  }

  private static String describe(Throwable cause) {
    if (cause instanceof BudgetExceededException) {
      return String.valueOf(cause.getMessage());
    } else if (cause instanceof StringIndexOutOfBoundsException) {
      return "asks for a part of a text that is too short";
    } else if (cause instanceof IndexOutOfBoundsException) {
      return "asks for a member that a list does not have";
    } else if (cause instanceof ArithmeticException) {
      return "divides a whole number by 0";
    } else if (cause instanceof NullPointerException) {
      return "asks something of a value that is absent";
    } else if (cause instanceof NumberFormatException) {
      return "takes a text for a number that is none";
    } else if (cause instanceof ClassCastException) {
      return "takes a value for one of another kind";
    } else if (cause instanceof StackOverflowError) {
      return "nests too deeply";
    } else if (cause instanceof OutOfMemoryError) {
      return "needs more memory than there is";
    } else if (cause instanceof LinkageError) {
      return "cannot be run";
    }
    StackTraceElement[] trace = cause.getStackTrace();
    boolean ours = trace.length > 0 && trace[0].getClassName().startsWith(FACTS);
    String kind = cause.getClass().getSimpleName();
    String message = String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse("");
    boolean silent = cause.getMessage() == null || message.isEmpty();
    return "fails: " + (silent ? kind : ours ? message : kind + ", " + message);
  }
}
