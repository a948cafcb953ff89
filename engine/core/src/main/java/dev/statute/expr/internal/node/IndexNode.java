package dev.statute.expr.internal.node;

import dev.statute.expr.internal.node.EvaluationException.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node of {@code target[index]}. */
public final class IndexNode extends ExpressionNode {
  private final ExpressionNode target;
  private final ExpressionNode index;

  public IndexNode(ExpressionNode target, ExpressionNode index, int at) {
    super(at);
    this.target = target;
    this.index = index;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    Object collection = target.eval(frame);
    int tag = index.evalTagged(frame);
    Object missing = frame.scope.missing();
    if (collection instanceof List<?> list) {
      return isElement(list, tag, frame) || missing == null ? element(list, tag, frame) : missing;
    }
    if (collection instanceof Map<?, ?> map) {
      Object key = ValueEquality.lookupKey(tag, frame);
      Object value = key == null ? null : map.get(key);
      if (value != null || (key != null && map.containsKey(key))) {
        return value;
      }
      if (missing != null) {
        return missing;
      }
      throw EvaluationErrors.missingKey("key " + EvaluationErrors.describe(key), at);
    }
    if (missing != null) {
      return missing;
    }
    throw EvaluationErrors.operands("[]", collection, ValueEquality.box(tag, frame), at);
  }

  private static boolean isElement(List<?> list, int tag, EvaluationFrame frame) {
    return tag == EvaluationFrame.LONG && frame.longValue >= 0 && frame.longValue < list.size();
  }

  private @Nullable Object element(List<?> list, int tag, EvaluationFrame frame) {
    if (tag == EvaluationFrame.OTHER) {
      throw EvaluationErrors.operands("[]", list, frame.objectValue, at);
    }
    long i = tag == EvaluationFrame.LONG ? frame.longValue : (long) frame.doubleValue;
    if ((tag == EvaluationFrame.DOUBLE && i != frame.doubleValue) || i < 0 || i >= list.size()) {
      throw new EvaluationException(
          Kind.INDEX_OUT_OF_BOUNDS,
          "index " + ValueEquality.box(tag, frame) + " is not in a list of " + list.size(),
          at);
    }
    return list.get((int) i);
  }
}
