package dev.statute.expr.internal.code;

import dev.statute.expr.EvaluationException;
import dev.statute.expr.EvaluationException.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code target[index]}. */
final class Index extends Node {
  private final Node target;
  private final Node index;

  Index(Node target, Node index, int at) {
    super(at);
    this.target = target;
    this.index = index;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    Object collection = target.eval(frame);
    int tag = index.evalTagged(frame);
    if (collection instanceof List<?> list) {
      return element(list, tag, frame);
    }
    if (collection instanceof Map<?, ?> map) {
      Object key = Values.key(tag, frame);
      Object value = key == null ? null : map.get(key);
      if (value != null || (key != null && map.containsKey(key))) {
        return value;
      }
      throw Errors.noKey("key " + Errors.show(key), at);
    }
    throw Errors.operands("[]", collection, Values.boxed(tag, frame), at);
  }

  private @Nullable Object element(List<?> list, int tag, Frame frame) {
    if (tag == Frame.OTHER) {
      throw Errors.operands("[]", list, frame.other, at);
    }
    long i = tag == Frame.LONG ? frame.whole : (long) frame.real;
    if ((tag == Frame.DOUBLE && i != frame.real) || i < 0 || i >= list.size()) {
      throw new EvaluationException(
          Kind.INDEX_OUT_OF_BOUNDS,
          "index " + Values.boxed(tag, frame) + " is not in a list of " + list.size(),
          at);
    }
    return list.get((int) i);
  }
}
