package dev.statute.expr.internal.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node of {@code filter} and {@code map}: the value for each element that meets the condition. */
public final class CollectionNode extends ExpressionNode {
  private final ComprehensionRange range;
  private final @Nullable ExpressionNode condition;
  private final ExpressionNode value;

  public CollectionNode(
      ComprehensionRange range, @Nullable ExpressionNode condition, ExpressionNode value, int at) {
    super(at);
    this.range = range;
    this.condition = condition;
    this.value = value;
  }

  @Override
  public Object eval(EvaluationFrame frame) {
    List<@Nullable Object> collected = new ArrayList<>();
    for (Iterator<?> i = range.iterator(frame); i.hasNext(); ) {
      range.bind(frame, i.next());
      if (condition == null || condition.evalBool(frame)) {
        collected.add(value.eval(frame));
      }
    }
    return Collections.unmodifiableList(collected);
  }
}
