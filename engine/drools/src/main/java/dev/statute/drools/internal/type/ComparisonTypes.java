package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.drl.RegularExpressions;
import dev.statute.drools.internal.drl.UnorderedComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Types of operators, and reports of comparisons between types that never agree. */
final class ComparisonTypes {
  private final CheckContext context;
  private final TypeChecker typeChecker;
  private final NullDereferenceCheck nullCheck;
  private final NumberWidths widths;

  /** True below an odd number of {@code !} or {@code == false}; false in values. */
  private boolean negated;

  ComparisonTypes(CheckContext site, TypeChecker typing, NullDereferenceCheck absents) {
    this.nullCheck = absents;
    this.context = site;
    this.widths = new NumberWidths(site);
    this.typeChecker = typing;
  }

  ExpressionType unary(Unary unary) {
    if (unary.operator().equals("!")) {
      under(!negated, () -> condition(unary.operand()));
      return ExpressionType.BOOLEAN;
    }
    ExpressionType kind = typeChecker.typeOf(unary.operand());
    if (!isNumberOrUnknown(kind)) {
      incomparable(unary, kind.describe() + " is no number");
    }
    ExpressionType cast =
        switch (unary.operator()) {
          case "(int)" -> ExpressionType.of(int.class);
          case "(long)" -> ExpressionType.of(long.class);
          case "(double)" -> ExpressionType.of(double.class);
          default -> kind;
        };
    if (unary.operand() instanceof DrlExpression.Name name
        && context.scope().isObject(name.name())
        && !kind.isAssignableTo(cast.raw())) {
      context.report(
          "R118",
          unary,
          "Java does not turn the result '" + name.name() + "' into " + cast.raw() + " at once",
          "write " + unary.operator() + " (" + kind.raw() + ") " + name.name());
    }
    return cast;
  }

  ExpressionType in(In in) {
    ExpressionType of = typeChecker.typeOf(in.value());
    in.members().forEach(each -> compare(in.value(), of, each, typeChecker.typeOf(each), in));
    return ExpressionType.BOOLEAN;
  }

  ExpressionType binary(Binary binary) {
    if (binary.operator().equals("&&") || binary.operator().equals("||")) {
      condition(binary.left());
      return typeChecker.checkUnder(
          binary.left(), binary.operator().equals("&&"), () -> condition(binary.right()));
    }
    boolean test = PatternConstraint.truthOperand(binary) != null;
    boolean polarity = test && (negated != PatternConstraint.isNegation(binary));
    checkFlags(binary);
    ExpressionType left = under(polarity, () -> typeChecker.typeOf(binary.left()));
    ExpressionType right = under(polarity, () -> typeChecker.typeOf(binary.right()));
    if (left.isReported() || right.isReported()) { // an operand was reported
      return "+-*/%".contains(binary.operator()) ? ExpressionType.REPORTED : ExpressionType.BOOLEAN;
    }
    switch (binary.operator()) {
      case "==", "!=" -> compare(binary.left(), left, binary.right(), right, binary);
      case "<", "<=", ">", ">=" -> {
        if (!isNumberOrUnknown(left) || !isNumberOrUnknown(right)) {
          incomparable(
              binary,
              "only numbers have an order, not " + left.describe() + " and " + right.describe());
        }
        widths.compare(binary.left(), left, binary.right(), right);
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
    if (!context.isJava()) {
      List<DrlExpression> unordered = unordered(binary, left, right);
      UnorderedComparison.compile(
          context.file().content(), binary, unordered, negated, context.replacements());
    }
    return ExpressionType.BOOLEAN;
  }

  /** Checks a part below an even, or an odd number of negations. */
  private <T> T under(boolean negation, Supplier<T> part) {
    boolean outside = negated;
    negated = negation;
    T read = part.get();
    negated = outside;
    return read;
  }

  /** Checks a part that is a condition. */
  private ExpressionType condition(DrlExpression part) {
    typeChecker.checkCondition(part);
    if (negated) {
      checkFlag(part);
    }
    return ExpressionType.BOOLEAN;
  }

  /** Checks variables in a comparison with {@code true}, {@code false} or other values. */
  private void checkFlags(Binary comparison) {
    if (List.of("==", "!=").contains(comparison.operator())
        && (comparison.parts().stream().noneMatch(PatternConstraint::isTruth)
            || negated != PatternConstraint.isNegation(comparison))) {
      comparison.parts().forEach(this::checkFlag);
    }
  }

  /** Reports a variable for a comparison of order, where it being false is what is tested. */
  private void checkFlag(DrlExpression part) {
    if (!context.isJava()
        && part instanceof DrlExpression.Name name
        && context.scope().isUnordered(name.name())) {
      context.report(
          "R115",
          part,
          "'" + name.name() + "' is also false for a value that is no number",
          "write !( … ) with the comparison in place of '" + name.name() + "'");
    }
  }

  /** Operands of a comparison of order that may be NaN. */
  private static List<DrlExpression> unordered(
      Binary binary, ExpressionType left, ExpressionType right) {
    List<DrlExpression> operands = new ArrayList<>();
    if (binary.operator().startsWith("<") || binary.operator().startsWith(">")) {
      addIfUnordered(operands, binary.left(), left);
      addIfUnordered(operands, binary.right(), right);
    }
    return operands;
  }

  private static void addIfUnordered(
      List<DrlExpression> operands, DrlExpression operand, ExpressionType type) {
    if (type.raw() == double.class && !UnorderedComparison.isLiteral(operand)) {
      operands.add(operand);
    }
  }

  /** Tests for comparisons of order with operands that may be NaN. */
  boolean isUnordered(DrlExpression condition) {
    return condition.parts().stream().anyMatch(this::isUnordered)
        || (condition instanceof Binary binary
            && !unordered(
                    binary, typeChecker.typeOf(binary.left()), typeChecker.typeOf(binary.right()))
                .isEmpty());
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
              + left.describe()
              + " and "
              + right.describe());
      return ExpressionType.REPORTED;
    }
    if ("/%".contains(binary.operator())) {
      new RuntimeFailureCheck(context).checkDivision(binary.right(), left, right);
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
    if (!context.isJava() && part instanceof Binary && one.isNumber()) {
      context.report(
          "R107",
          part,
          "the rule engine looks for a value in a list, not for a sum",
          "compare a value, or bind the sum in the pattern before: $n : ( … )");
    } else if (all.isText() && binary.operator().endsWith("memberOf")) {
      context.report(
          "R114", binary, "a text has no members", "write contains, the text that is longer first");
    } else if (all.isText() && !one.isText() && !one.isUnknown()) {
      incomparable(binary, "a text never contains " + one.describe());
    } else if (all.isText() && one.nullable()) {
      nullCheck.checkOperand(part);
    } else if (!all.isCollection() && !all.isText() && !all.isUnknown()) {
      incomparable(binary, all.describe() + " contains nothing");
    } else if (all.isCollection() && !all.mayContain(one)) {
      incomparable(binary, "the list never contains " + one.describe());
    } else if (all.isCollection() && !widths.asMember(part, one, all.element())) {
      incomparable(binary, "the list never contains " + one.describeFully() + " like this");
    } else if (all.isCollection()) {
      context.literals().check(VocabularyRoles.of(context, whole), part);
    }
  }

  private void matches(Binary binary, ExpressionType left) {
    if (!left.isText() && !left.isUnknown()) {
      incomparable(binary, left.describe() + " matches no pattern");
    }
    if (!(binary.right() instanceof Literal literal) || !(literal.value() instanceof String text)) {
      context.report("R119", binary.right(), "a pattern is a text", null);
      return;
    }
    String fault = RegularExpressions.fault(text);
    if (fault != null) {
      boolean unknown = fault.startsWith("invalid"); // most often a feature that only backtracking
      // supports
      context.report(
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
    if (!a.isComparableWith(b)) {
      incomparable(whole, a.describe() + " never equals " + b.describe());
      return;
    }
    widths.equate(left, a, right, b);
    if (context.isJava() && a.isText() && b.isText()) {
      incomparable(whole, "in Java, texts are compared with equals(…)");
    }
    context.literals().check(VocabularyRoles.of(context, left), right);
    context.literals().check(VocabularyRoles.of(context, right), left);
  }

  private static boolean isNumberOrUnknown(ExpressionType kind) {
    return kind.isNumber() || kind.isUnknown();
  }

  private ExpressionType incomparable(DrlExpression at, String message) {
    return context.report("R114", at, message, null);
  }
}
