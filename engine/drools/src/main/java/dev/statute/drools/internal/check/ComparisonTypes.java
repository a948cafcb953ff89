package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.RegularExpressions;

/** Types operators, and reports those between types that never agree. */
final class ComparisonTypes {
  private final CheckContext site;
  private final TypeChecker typing;
  private final NullDereferenceCheck absents;

  ComparisonTypes(CheckContext site, TypeChecker typing, NullDereferenceCheck absents) {
    this.absents = absents;
    this.site = site;
    this.typing = typing;
  }

  ExpressionType unary(Unary unary) {
    if (unary.operator().equals("!")) {
      typing.condition(unary.operand());
      return ExpressionType.BOOLEAN;
    }
    ExpressionType kind = typing.of(unary.operand());
    if (!isNumberOrUnknown(kind)) {
      incomparable(unary, kind.inWords() + " is no number");
    }
    return switch (unary.operator()) {
      case "(int)" -> ExpressionType.of(int.class);
      case "(long)" -> ExpressionType.of(long.class);
      case "(double)" -> ExpressionType.of(double.class);
      default -> kind;
    };
  }

  ExpressionType in(In in) {
    ExpressionType of = typing.of(in.of());
    in.among().forEach(each -> compare(in.of(), of, each, typing.of(each), in));
    return ExpressionType.BOOLEAN;
  }

  ExpressionType binary(Binary binary) {
    if (binary.operator().equals("&&") || binary.operator().equals("||")) {
      typing.condition(binary.left());
      typing.given(
          binary.left(),
          binary.operator().equals("&&"),
          () -> {
            typing.condition(binary.right());
            return ExpressionType.BOOLEAN;
          });
      return ExpressionType.BOOLEAN;
    }
    ExpressionType left = typing.of(binary.left());
    ExpressionType right = typing.of(binary.right());
    if (left.isReported() || right.isReported()) { // what is wrong with it was said
      return "+-*/%".contains(binary.operator()) ? ExpressionType.REPORTED : ExpressionType.BOOLEAN;
    }
    switch (binary.operator()) {
      case "==", "!=" -> compare(binary.left(), left, binary.right(), right, binary);
      case "<", "<=", ">", ">=" -> {
        if (!isNumberOrUnknown(left) || !isNumberOrUnknown(right)) {
          incomparable(
              binary,
              "only numbers have an order, not " + left.inWords() + " and " + right.inWords());
        }
      }
      case "+" -> {
        return sum(binary, left, right);
      }
      case "-", "*", "/", "%" -> {
        return arithmetic(binary, left, right);
      }
      case "contains", "not contains" ->
          contains(binary, left, binary.left(), right, binary.right());
      case "memberOf", "not memberOf" ->
          contains(binary, right, binary.right(), left, binary.left());
      default -> matches(binary, left);
    }
    return ExpressionType.BOOLEAN;
  }

  private ExpressionType sum(Binary binary, ExpressionType left, ExpressionType right) {
    return left.isText() || right.isText() ? ExpressionType.TEXT : arithmetic(binary, left, right);
  }

  private ExpressionType arithmetic(Binary binary, ExpressionType left, ExpressionType right) {
    if (!isNumberOrUnknown(left) || !isNumberOrUnknown(right)) {
      incomparable(
          binary,
          "'"
              + binary.operator()
              + "' is for numbers, not "
              + left.inWords()
              + " and "
              + right.inWords());
      return ExpressionType.REPORTED;
    }
    if ("/%".contains(binary.operator())) {
      new RuntimeFailureCheck(site).divided(binary.right(), left, right);
    }
    boolean fraction = left.raw() == double.class || right.raw() == double.class;
    return left.isUnknown() || right.isUnknown() || fraction
        ? ExpressionType.of(double.class)
        : left.raw() == long.class ? left : right;
  }

  private void contains(
      Binary binary,
      ExpressionType all,
      DrlExpression whole,
      ExpressionType one,
      DrlExpression part) {
    if (all.isText() && binary.operator().endsWith("memberOf")) {
      site.report(
          "R114", binary, "a text has no members", "write contains, the text that is longer first");
    } else if (all.isText() && !one.isText() && !one.isUnknown()) {
      incomparable(binary, "a text never contains " + one.inWords());
    } else if (all.isText() && one.nullable()) {
      absents.part(part);
    } else if (!all.isCollection() && !all.isText() && !all.isUnknown()) {
      incomparable(binary, all.inWords() + " contains nothing");
    } else if (all.isCollection() && !all.mayContain(one)) {
      incomparable(binary, "the list never contains " + one.inWords());
    } else if (all.isCollection()) {
      site.literals().check(VocabularyRoles.of(site, whole), part);
    }
  }

  private void matches(Binary binary, ExpressionType left) {
    if (!left.isText() && !left.isUnknown()) {
      incomparable(binary, left.inWords() + " matches no pattern");
    }
    if (!(binary.right() instanceof Literal literal) || !(literal.value() instanceof String text)) {
      site.report("R119", binary.right(), "a pattern is a text", null);
      return;
    }
    String fault = RegularExpressions.fault(text);
    if (fault != null) {
      boolean unknown = fault.startsWith("invalid"); // most often what only backtracking finds
      site.report(
          "R119",
          literal,
          "not a pattern: " + fault,
          unknown
              ? "patterns are RE2's: write two conditions in place of (?=…), \\1 or x*+"
              : null);
    }
  }

  private void compare(
      DrlExpression left,
      ExpressionType a,
      DrlExpression right,
      ExpressionType b,
      DrlExpression whole) {
    if (!a.comparesWith(b)) {
      incomparable(whole, a.inWords() + " never equals " + b.inWords());
      return;
    }
    if (site.isJava() && a.isText() && b.isText()) {
      incomparable(whole, "in Java, texts are compared with equals(…)");
    }
    site.literals().check(VocabularyRoles.of(site, left), right);
    site.literals().check(VocabularyRoles.of(site, right), left);
  }

  private static boolean isNumberOrUnknown(ExpressionType kind) {
    return kind.isNumber() || kind.isUnknown();
  }

  private ExpressionType incomparable(DrlExpression at, String message) {
    return site.report("R114", at, message, null);
  }
}
