package dev.statute.expr.internal.node;

import dev.statute.expr.internal.node.EvaluationException.Kind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node of {@code {key: value}}; keys are distinct ints, bools or strings. */
public final class MapLiteral extends ExpressionNode {
  private final ExpressionNode[] keys;
  private final ExpressionNode[] values;

  public MapLiteral(List<ExpressionNode> keys, List<ExpressionNode> values, int at) {
    super(at);
    this.keys = keys.toArray(new ExpressionNode[0]);
    this.values = values.toArray(new ExpressionNode[0]);
  }

  @Override
  public Object eval(EvaluationFrame frame) {
    frame.charge(keys.length, at);
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keys.length; i++) {
      Object key = keys[i].eval(frame);
      if (!(key instanceof String || key instanceof Long || key instanceof Boolean)) {
        throw new EvaluationException(
            Kind.INVALID_ARGUMENT,
            "a key is an int, bool or string, not " + EvaluationErrors.describe(key),
            keys[i].at);
      }
      if (map.containsKey(key)) {
        throw new EvaluationException(
            Kind.DUPLICATE_KEY, "one key twice: " + EvaluationErrors.describe(key), keys[i].at);
      }
      map.put(key, values[i].eval(frame));
    }
    return Collections.unmodifiableMap(map);
  }
}
