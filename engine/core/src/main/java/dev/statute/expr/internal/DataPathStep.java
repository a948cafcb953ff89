package dev.statute.expr.internal;

import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Step of a {@link DataPath}: a literal key or an expression.
 *
 * @param at offset into the source of the path
 */
record DataPathStep(@Nullable Object key, @Nullable Expression index, int at) {
  Object key(Activation scope) {
    if (key != null) {
      return key;
    }
    Object value = index == null ? null : value(index, scope);
    if (value == null) {
      throw error(Kind.INVALID_ARGUMENT, "null is no key");
    }
    return value;
  }

  private @Nullable Object value(Expression index, Activation scope) {
    try {
      return index.evaluate(scope);
    } catch (EvaluationException e) {
      throw e.shift(at);
    }
  }

  EvaluationException error(Kind kind, String message) {
    return new EvaluationException(kind, message, at);
  }
}
