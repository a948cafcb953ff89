package dev.statute.expr.internal.node;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Range of a comprehension: the elements of a list or the keys of a map. Each iteration is charged.
 */
public final class ComprehensionRange {
  private final ExpressionNode elements;
  private final int variable;
  private final int at;

  public ComprehensionRange(ExpressionNode elements, int local, int at) {
    this.elements = elements;
    this.variable = local;
    this.at = at;
  }

  Iterator<?> iterator(EvaluationFrame frame) {
    Object range = elements.eval(frame);
    if (range instanceof List<?> list) {
      return list instanceof RandomAccess ? new ByIndex(list) : list.iterator();
    }
    if (range instanceof Map<?, ?> map) {
      return map.keySet().iterator();
    }
    throw EvaluationErrors.expected("a list or map", range, elements.at);
  }

  /** Binds the next element. */
  void bind(EvaluationFrame frame, @Nullable Object element) {
    frame.charge(1, at);
    frame.setLocal(variable, element);
  }

  /** Iterator over random access lists, small enough for escape analysis to remove. */
  private static final class ByIndex implements Iterator<@Nullable Object> {
    private final List<?> list;
    private int next;

    ByIndex(List<?> list) {
      this.list = list;
    }

    @Override
    public boolean hasNext() {
      return next < list.size();
    }

    @Override
    public @Nullable Object next() {
      return list.get(next++);
    }
  }
}
