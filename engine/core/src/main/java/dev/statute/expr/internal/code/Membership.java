package dev.statute.expr.internal.code;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code element in list} and {@code key in map}. */
final class Membership extends Node.OfBool {
  private final Node element;
  private final Node collection;

  Membership(Node element, Node collection, int at) {
    super(at);
    this.element = element;
    this.collection = collection;
  }

  @Override
  public boolean evalBool(Frame frame) {
    Object wanted = element.eval(frame);
    Object among = collection.eval(frame);
    if (among instanceof List<?> list) {
      return contains(frame, list, wanted);
    }
    if (among instanceof Map<?, ?> map) {
      Object key = wanted instanceof Double number ? Values.key(number) : wanted;
      return key != null && map.containsKey(key);
    }
    throw Errors.operands("in", wanted, among, at);
  }

  private boolean contains(Frame frame, List<?> list, @Nullable Object wanted) {
    frame.charge(list.size(), at);
    for (int i = 0; i < list.size(); i++) {
      if (Values.equal(frame, list.get(i), wanted, at)) {
        return true;
      }
    }
    return false;
  }
}
