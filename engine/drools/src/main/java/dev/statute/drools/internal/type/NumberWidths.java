package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.drl.TextReplacement;

/**
 * Compares numbers of different widths as numbers. The rule engine converts the one operand to the
 * class of the other, which fails or wraps for large ones; compares members of collections by their
 * class; and computes with {@code int} without a check for overflow. The operand is therefore
 * compiled in the width that the comparison needs. A variable keeps a {@code double} rounded to
 * seven digits and below 10^12, and NaN as 0, but an object as it is; so it is bound to an object.
 */
public final class NumberWidths {
  private static final String BOXED = "Double.valueOf";
  private static final String BEYOND_RANGE = "1" + "0".repeat(30) + ".0";

  private final CheckContext context;

  public NumberWidths(CheckContext context) {
    this.context = context;
  }

  /** Binds a variable to a number with a fraction. */
  public void bindFraction(String variable, PatternConstraint constraint) {
    context.scope().markFraction(variable);
    DrlExpression bound = constraint.bound();
    if (constraint.enclosed()) {
      int start = context.file().content().lastIndexOf(':', bound.start()) + 1;
      context.replacements().add(new TextReplacement(start, start, BOXED));
    } else {
      replace(bound, BOXED + "(" + text(bound) + ")");
    }
  }

  /** Reads a variable that is bound to such an object. */
  void unbox(Name variable) {
    replace(variable, variable.name() + ".doubleValue()");
  }

  /** Widens the operands of a comparison. */
  void compare(DrlExpression left, ExpressionType a, DrlExpression right, ExpressionType b) {
    if (!context.isJava() && a.isNumber() && b.isNumber()) {
      widen(left, a, b);
      widen(right, b, a);
    }
  }

  /**
   * Widens the operands of a test for equality. The rule engine cuts off the fraction of a literal
   * beside a whole number, which equals none, as it equals no number beyond its range.
   */
  void equate(DrlExpression left, ExpressionType a, DrlExpression right, ExpressionType b) {
    compare(left, a, right, b);
    if (!context.isJava() && a.isNumber() && b.isNumber()) {
      replaceFraction(left, b);
      replaceFraction(right, a);
    }
  }

  private void replaceFraction(DrlExpression operand, ExpressionType other) {
    if (other.raw() != double.class
        && withoutSign(operand) instanceof Literal literal
        && literal.value() instanceof Double number
        && number != Math.rint(number)) {
      replace(literal, BEYOND_RANGE);
    }
  }

  private static DrlExpression firstOperand(DrlExpression expression) {
    DrlExpression first = expression;
    while (first instanceof Binary || first instanceof Unary) {
      first = first.parts().get(0);
    }
    return first;
  }

  private void widen(DrlExpression operand, ExpressionType type, ExpressionType other) {
    DrlExpression inner = withoutSign(operand);
    if (inner instanceof Literal literal) {
      if (isLarge(literal) && other.raw() != long.class) {
        replace(literal, literal.value() + ".0");
      }
    } else if (type.raw() == int.class && inner instanceof Binary sum && isExact(sum)) {
      DrlExpression first = firstOperand(sum);
      replace(first, first instanceof Literal ? text(first) + "L" : "(" + text(first) + " * 1L)");
    }
  }

  /** Tests for sums and products, which are the same in a larger type. */
  private static boolean isExact(DrlExpression expression) {
    return !(expression instanceof Binary binary)
        || ("+-*".contains(binary.operator())
            && isExact(withoutSign(binary.left()))
            && isExact(withoutSign(binary.right())));
  }

  /**
   * Gives a literal the class of the members of a collection.
   *
   * @return false if no member can equal the number
   */
  boolean asMember(DrlExpression one, ExpressionType type, Class<?> member) {
    Class<?> raw = ExpressionType.of(member).raw();
    if (context.isJava() || !type.isNumber() || raw == Object.class || type.raw() == raw) {
      return true;
    }
    DrlExpression inner = withoutSign(one);
    if (!(inner instanceof Literal literal) || !(literal.value() instanceof Number number)) {
      return false;
    }
    double value = number.doubleValue();
    if (raw == double.class) {
      replace(literal, number + ".0");
      return true;
    }
    boolean fits =
        value == Math.rint(value) && (raw == long.class || Math.abs(value) <= Integer.MAX_VALUE);
    if (fits) {
      replace(literal, number.longValue() + (raw == long.class ? "L" : ""));
    }
    return fits;
  }

  static boolean isLarge(DrlExpression expression) {
    return withoutSign(expression) instanceof Literal literal
        && literal.value() instanceof Long number
        && number > Integer.MAX_VALUE;
  }

  private static DrlExpression withoutSign(DrlExpression expression) {
    return expression instanceof Unary unary && unary.operator().equals("-")
        ? withoutSign(unary.operand())
        : expression;
  }

  private String text(DrlExpression part) {
    return context.file().content().substring(part.start(), part.end());
  }

  private void replace(DrlExpression part, String text) {
    context.replacements().add(new TextReplacement(part.start(), part.end(), text));
  }
}
