package dev.statute.drools.internal.engine;

import dev.statute.drools.Rule;
import dev.statute.policy.RuleError;
import org.jspecify.annotations.Nullable;

/** Names the rule that failed. */
final class Failures {
  private Failures() {}

  static RuleError of(Rule rule, String message) {
    return new RuleError(rule.id(), rule.place(), message);
  }

  /** What was thrown while rules were asked, as a failure of one of them. */
  static RuleError thrown(Throwable e, RuleBase base) {
    Throwable cause = e;
    Rule rule = null;
    for (Throwable at = e; at != null; at = at.getCause()) {
      cause = at;
      rule = rule == null ? culprit(at, base) : rule;
    }
    if (rule == null) {
      rule = base.firstDeriving() == null ? base.rules().get(0) : base.firstDeriving();
    }
    String what =
        cause.getMessage() == null ? "" : ": " + cause.getMessage().lines().findFirst().orElse("");
    return of(rule, "threw " + cause.getClass().getSimpleName() + what);
  }

  /** The rule that an exception names, or in whose generated code it arose, or that was firing. */
  private static @Nullable Rule culprit(Throwable e, RuleBase base) {
    Rule rule = e.getMessage() == null ? null : base.ruleNamedIn(e.getMessage());
    for (StackTraceElement frame : e.getStackTrace()) {
      rule = rule == null ? base.ruleNamedIn(frame.getClassName()) : rule;
    }
    return rule;
  }
}
