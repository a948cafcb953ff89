package dev.statute.expr.internal.check;

import dev.statute.expr.internal.function.DoubleArithmetic;
import dev.statute.expr.internal.function.DynamicArithmetic;
import dev.statute.expr.internal.function.EqualityNode;
import dev.statute.expr.internal.function.LongArithmetic;
import dev.statute.expr.internal.function.LongOrder;
import dev.statute.expr.internal.function.MembershipNode;
import dev.statute.expr.internal.function.OrderComparison;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.BinaryOperator;
import dev.statute.expr.internal.syntax.SyntaxTree;
import org.jspecify.annotations.Nullable;

/** Compiler of binary operators: the node for the operand types, or the type error. */
final class OperatorTable {
  private final ProblemReporter report;
  private final boolean dynamic;

  OperatorTable(ProblemReporter report, boolean dynamic) {
    this.report = report;
    this.dynamic = dynamic;
  }

  TypedNode resolve(SyntaxTree.Binary binary, TypedNode left, TypedNode right) {
    BinaryOperator operator = binary.operator();
    int at = binary.at();
    ExpressionNode a = left.node();
    ExpressionNode b = right.node();
    boolean ints = left.type() == ValueType.INT && right.type() == ValueType.INT;
    if (operator.isOrder()) {
      if (isChained(binary, right.type())) {
        reportChain(binary);
      } else if (!OverloadTable.isOrdered(left.type(), right.type())) {
        reportMismatch(binary, left.type(), right.type());
      }
      ExpressionNode node =
          ints ? new LongOrder(operator, a, b, at) : new OrderComparison(operator, a, b, at);
      return new TypedNode(node, ValueType.BOOL);
    }
    if (operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL) {
      if (!OverloadTable.isComparable(left.type(), right.type())) {
        reportNeverEqual(binary, left.type(), right.type());
      }
      return new TypedNode(
          new EqualityNode(operator == BinaryOperator.EQUAL, a, b, at), ValueType.BOOL);
    }
    if (operator == BinaryOperator.IN) {
      ValueType element = OverloadTable.element(right.type());
      if (element == null) {
        String fix =
            right.type() == ValueType.STRING && ValueType.STRING.accepts(left.type())
                ? "write text.contains(part) for a part of a text"
                : null;
        report.error(
            "E301", binary.right(), "'in' takes a list or map, this is " + right.type(), fix);
      } else if (!OverloadTable.isComparable(left.type(), element)) {
        reportNeverEqual(binary, left.type(), element);
      }
      return new TypedNode(new MembershipNode(a, b, at), ValueType.BOOL);
    }
    ValueType type = OverloadTable.arithmetic(operator, left.type(), right.type());
    if (type == null) {
      reportMismatch(binary, left.type(), right.type());
      return TypedNode.unknown(at);
    }
    ExpressionNode node =
        !dynamic && type == ValueType.INT
            ? new LongArithmetic(operator, a, b, at)
            : !dynamic && type == ValueType.DOUBLE
                ? new DoubleArithmetic(operator, a, b, at)
                : new DynamicArithmetic(operator, a, b, at);
    return new TypedNode(node, type);
  }

  /**
   * Returns true for chained comparisons such as {@code 1 < n < 10}, which compare a bool and are
   * surely a mistake.
   */
  private boolean isChained(SyntaxTree.Binary binary, ValueType right) {
    return !dynamic
        && right != ValueType.BOOL
        && binary.left() instanceof SyntaxTree.Binary inner
        && inner.operator().isOrder();
  }

  private void reportChain(SyntaxTree.Binary binary) {
    SyntaxTree.Binary inner = (SyntaxTree.Binary) binary.left();
    String middle = report.text(inner.right());
    reportOperator(
        binary,
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

  private void reportMismatch(SyntaxTree.Binary binary, ValueType left, ValueType right) {
    String sign = binary.operator().sign();
    String fix = null;
    if (OverloadTable.isNumber(left) && OverloadTable.isNumber(right) && left != right) {
      fix =
          left == ValueType.DECIMAL || right == ValueType.DECIMAL
              ? "convert one: decimal('12.30') or decimal(…)"
              : "convert one: int(…) or double(…)";
    } else if (sign.equals("+") && (left == ValueType.STRING || right == ValueType.STRING)) {
      fix = "write string(…) around what is no text";
    }
    reportOperator(binary, "'" + sign + "' is not defined for " + left + " and " + right, fix);
  }

  private void reportNeverEqual(SyntaxTree.Binary binary, ValueType left, ValueType right) {
    ValueType other = left == ValueType.STRING ? right : left;
    String function = other == ValueType.DOUBLE ? "double" : other.toString();
    reportOperator(
        binary,
        left + " and " + right + " are never equal",
        "convert one, such as with " + function + "(…)");
  }

  private void reportOperator(SyntaxTree.Binary binary, String message, @Nullable String fix) {
    int end = binary.at() + binary.operator().sign().length();
    report.error("E301", binary.at(), end, message, fix);
  }
}
