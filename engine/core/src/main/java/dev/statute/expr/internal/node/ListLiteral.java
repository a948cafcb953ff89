package dev.statute.expr.internal.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node of {@code [a, b]}. */
public final class ListLiteral extends ExpressionNode {
  private final ExpressionNode[] elements;

  public ListLiteral(List<ExpressionNode> elements, int at) {
    super(at);
    this.elements = elements.toArray(new ExpressionNode[0]);
  }

  @Override
  public Object eval(EvaluationFrame frame) {
    frame.charge(elements.length, at);
    List<@Nullable Object> list = new ArrayList<>(elements.length);
    for (ExpressionNode element : elements) {
      list.add(element.eval(frame));
    }
    return Collections.unmodifiableList(list);
  }
}
