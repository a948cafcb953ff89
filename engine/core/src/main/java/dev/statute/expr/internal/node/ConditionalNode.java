package dev.statute.expr.internal.node;

import org.jspecify.annotations.Nullable;

/** Node of {@code condition ? yes : no}; only the taken branch is evaluated. */
public final class ConditionalNode extends ExpressionNode {
  private final ExpressionNode condition;
  private final ExpressionNode whenTrue;
  private final ExpressionNode whenFalse;

  public ConditionalNode(ExpressionNode condition, ExpressionNode yes, ExpressionNode no, int at) {
    super(at);
    this.condition = condition;
    this.whenTrue = yes;
    this.whenFalse = no;
  }

  private ExpressionNode selectedBranch(EvaluationFrame frame) {
    return condition.evalBool(frame) ? whenTrue : whenFalse;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    return selectedBranch(frame).eval(frame);
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    return selectedBranch(frame).evalBool(frame);
  }

  @Override
  public long evalLong(EvaluationFrame frame) {
    return selectedBranch(frame).evalLong(frame);
  }

  @Override
  public double evalDouble(EvaluationFrame frame) {
    return selectedBranch(frame).evalDouble(frame);
  }

  @Override
  public int evalTagged(EvaluationFrame frame) {
    return selectedBranch(frame).evalTagged(frame);
  }
}
