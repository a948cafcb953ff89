package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Literal;

/**
 * Check for exceptions on some values that no preceding test excludes: an index of a list that may
 * be shorter, a part of a text that may be shorter, an integer division. The rule then fails
 * closed, and denies proposals that it may not be about. Computed values are not checked.
 */
record RuntimeFailureCheck(CheckContext context) {
  /** Checks a call on a list or a text. */
  void checkCall(Call call, ExpressionType on) {
    DrlExpression from = call.receiver();
    long needed = from == null ? 0 : requiredLength(call, on);
    if (from == null || needed == 0 || context.scope().known().hasMinimumLength(from, needed)) {
      return;
    }
    String subject = context.sourceText(from);
    String length = subject + (on.isText() ? ".length()" : ".size()");
    warn(
        call,
        needed == 1
            ? "'" + subject + "' may be empty"
            : "'"
                + subject
                + "' may have fewer than "
                + needed
                + (on.isText() ? " characters" : " members"),
        needed == 1 ? length + " > 0" : length + " >= " + needed);
  }

  /** Required length of the list or text; 0 = any, or not known. */
  private static long requiredLength(Call call, ExpressionType on) {
    boolean get = on.isCollection() && call.name().equals("get");
    if (!get && !(on.isText() && call.name().equals("substring"))) {
      return 0;
    }
    int arguments = call.arguments().size();
    long index =
        arguments > 0
                && call.arguments().get(arguments - 1) instanceof Literal literal
                && literal.value() instanceof Number number
            ? number.longValue()
            : -1;
    return index < 0 ? 0 : get ? index + 1 : index;
  }

  /** Checks a division or a remainder. */
  void checkDivision(DrlExpression by, ExpressionType dividend, ExpressionType divisor) {
    boolean whole = isWhole(dividend) && isWhole(divisor);
    boolean literal =
        by instanceof Literal given
            && given.value() instanceof Number number
            && number.longValue() != 0;
    if (whole && !literal && !context.scope().known().isNotZero(by)) {
      warn(by, "'" + context.sourceText(by) + "' may be 0", context.sourceText(by) + " != 0");
    }
  }

  private static boolean isWhole(ExpressionType kind) {
    return kind.raw() == int.class || kind.raw() == long.class;
  }

  private void warn(DrlExpression at, String subject, String test) {
    context
        .problems()
        .warning(
            "R132",
            context.file().text(at.start(), at.end()),
            subject + ", and the rule fails then",
            context.isJava()
                ? "write if (" + test + ") before it, or let the conditions say so"
                : "put " + test + ", before it");
  }
}
