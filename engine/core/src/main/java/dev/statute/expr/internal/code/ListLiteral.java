package dev.statute.expr.internal.code;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code [a, b]}. */
final class ListLiteral extends Node {
  private final Node[] elements;

  ListLiteral(List<Node> elements, int at) {
    super(at);
    this.elements = elements.toArray(new Node[0]);
  }

  @Override
  public Object eval(Frame frame) {
    frame.charge(elements.length, at);
    List<@Nullable Object> list = new ArrayList<>(elements.length);
    for (Node element : elements) {
      list.add(element.eval(frame));
    }
    return Collections.unmodifiableList(list);
  }
}
