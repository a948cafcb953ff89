package dev.statute.drools.internal.engine;

import dev.statute.drools.Rule;
import dev.statute.drools.internal.engine.EvaluationBudget.Exhausted;
import dev.statute.policy.RuleError;
import org.jspecify.annotations.Nullable;

/** Names the rule that failed, and says in plain words why. */
final class FailedRule {
  private static final String FACTS = "dev.statute.policy.";

  private FailedRule() {}

  static RuleError of(Rule rule, String message) {
    return new RuleError(rule.id(), rule.place(), message);
  }

  /**
   * What was thrown while rules were asked, as a failure of one of them.
   *
   * @param suspect the rule that was evaluated, as far as that is known
   */
  static RuleError thrown(Throwable e, RuleBase base, @Nullable Rule suspect) {
    Throwable cause = e;
    Rule rule = null;
    for (Throwable at = e; at != null; at = at.getCause()) {
      cause = at;
      rule = rule == null ? culprit(at, base) : rule;
    }
    Rule named = rule == null ? suspect : rule;
    if (named != null) {
      return of(named, inWords(cause));
    }
    Rule first = base.firstDeriving() == null ? base.rules().get(0) : base.firstDeriving();
    return of(first, "it, or a rule after it: " + inWords(cause));
  }

  /** The rule that an exception names, or in whose generated code it arose, or that was firing. */
  private static @Nullable Rule culprit(Throwable e, RuleBase base) {
    if (e instanceof Exhausted exhausted) {
      return base.rules().get(exhausted.rule());
    }
    Rule rule = e.getMessage() == null ? null : base.ruleNamedIn(e.getMessage());
    for (StackTraceElement frame : e.getStackTrace()) {
      rule = rule == null ? base.ruleNamedIn(frame.getClassName()) : rule;
    }
    return rule;
  }

  private static String inWords(Throwable cause) {
    if (cause instanceof Exhausted) {
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
    return ours && cause.getMessage() != null
        ? "fails: " + cause.getMessage().lines().findFirst().orElse("")
        : "fails; the log says where";
  }
}
