package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.ValueEquality;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node of {@code element in list} and {@code key in map}. */
public final class MembershipNode extends ExpressionNode.OfBool {
  private final ExpressionNode element;
  private final ExpressionNode collection;

  public MembershipNode(ExpressionNode element, ExpressionNode collection, int at) {
    super(at);
    this.element = element;
    this.collection = collection;
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    Object wanted = element.eval(frame);
    Object among = collection.eval(frame);
    if (among instanceof List<?> list) {
      return contains(frame, list, wanted);
    }
    if (among instanceof Map<?, ?> map) {
      Object key = wanted instanceof Double number ? ValueEquality.lookupKey(number) : wanted;
      return key != null && map.containsKey(key);
    }
    throw EvaluationErrors.operands("in", wanted, among, at);
  }

  private boolean contains(EvaluationFrame frame, List<?> list, @Nullable Object wanted) {
    frame.charge(list.size(), at);
    for (int i = 0; i < list.size(); i++) {
      if (ValueEquality.equal(frame, list.get(i), wanted, at)) {
        return true;
      }
    }
    return false;
  }
}
