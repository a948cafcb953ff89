package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.internal.syntax.BinaryOperator;
import dev.statute.expr.internal.syntax.SyntaxTree;

/** The operators with two operands: the node for the types at hand, or why there is none. */
final class OperatorTable {
  private final ProblemReporter report;
  private final boolean dynamic;

  OperatorTable(ProblemReporter report, boolean dynamic) {
    this.report = report;
    this.dynamic = dynamic;
  }

  TypedNode apply(SyntaxTree.Binary binary, TypedNode left, TypedNode right) {
    BinaryOperator operator = binary.operator();
    int at = binary.at();
    ExpressionNode a = left.node();
    ExpressionNode b = right.node();
    boolean ints = left.type() == Type.INT && right.type() == Type.INT;
    if (operator.isOrder()) {
      if (isChained(binary, right.type())) {
        chained(binary);
      } else if (!OverloadTable.isOrdered(left.type(), right.type())) {
        mismatch(binary, left.type(), right.type());
      }
      ExpressionNode node =
          ints ? new LongOrder(operator, a, b, at) : new OrderComparison(operator, a, b, at);
      return new TypedNode(node, Type.BOOL);
    }
    if (operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL) {
      if (!OverloadTable.isComparable(left.type(), right.type())) {
        neverEqual(binary, left.type(), right.type());
      }
      return new TypedNode(new EqualityNode(operator == BinaryOperator.EQUAL, a, b, at), Type.BOOL);
    }
    if (operator == BinaryOperator.IN) {
      Type element = OverloadTable.element(right.type());
      if (element == null) {
        report.error(
            "E301", binary.right(), "'in' takes a list or map, this is " + right.type(), null);
      } else if (!OverloadTable.isComparable(left.type(), element)) {
        neverEqual(binary, left.type(), element);
      }
      return new TypedNode(new MembershipNode(a, b, at), Type.BOOL);
    }
    Type type = OverloadTable.arithmetic(operator, left.type(), right.type());
    if (type == null) {
      mismatch(binary, left.type(), right.type());
      return TypedNode.unknown(at);
    }
    ExpressionNode node =
        dynamic || !OverloadTable.isNumber(type)
            ? new DynamicArithmetic(operator, a, b, at)
            : type == Type.INT
                ? new LongArithmetic(operator, a, b, at)
                : new DoubleArithmetic(operator, a, b, at);
    return new TypedNode(node, type);
  }

  /** {@code 1 < n < 10}: bools have an order, but nobody means it. */
  private boolean isChained(SyntaxTree.Binary binary, Type right) {
    return !dynamic
        && right != Type.BOOL
        && binary.left() instanceof SyntaxTree.Binary inner
        && inner.operator().isOrder();
  }

  private void chained(SyntaxTree.Binary binary) {
    SyntaxTree.Binary inner = (SyntaxTree.Binary) binary.left();
    String middle = report.text(inner.right());
    report.error(
        "E301",
        binary.at(),
        binary.at() + binary.operator().sign().length(),
        "comparisons do not chain: what is left of this '"
            + binary.operator().sign()
            + "' is true or false",
        "write "
            + report.text(inner)
            + " && "
            + middle
            + " "
            + binary.operator().sign()
            + " "
            + report.text(binary.right()));
  }

  private void mismatch(SyntaxTree.Binary binary, Type left, Type right) {
    String sign = binary.operator().sign();
    String fix = null;
    if (OverloadTable.isNumber(left) && OverloadTable.isNumber(right) && left != right) {
      fix = "convert one: int(…) or double(…)";
    } else if (sign.equals("+") && (left == Type.STRING || right == Type.STRING)) {
      fix = "write string(…) around what is no text";
    }
    report.error(
        "E301",
        binary.at(),
        binary.at() + sign.length(),
        "'" + sign + "' is not defined for " + left + " and " + right,
        fix);
  }

  private void neverEqual(SyntaxTree.Binary binary, Type left, Type right) {
    report.error(
        "E301",
        binary.at(),
        binary.at() + binary.operator().sign().length(),
        left + " and " + right + " are never equal",
        "convert one, such as with " + conversion(left == Type.STRING ? right : left) + "(…)");
  }

  private static String conversion(Type type) {
    return type == Type.DOUBLE ? "double" : type.toString();
  }
}
