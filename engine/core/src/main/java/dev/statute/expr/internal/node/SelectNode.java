package dev.statute.expr.internal.node;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node of {@code target.field}. */
public final class SelectNode extends ExpressionNode {
  private final ExpressionNode target;
  private final String field;

  public SelectNode(ExpressionNode target, String field, int at) {
    super(at);
    this.target = target;
    this.field = field;
  }

  @Override
  public @Nullable Object eval(EvaluationFrame frame) {
    Object map = target.eval(frame);
    if (map instanceof Map<?, ?> fields) {
      Object value = fields.get(field);
      if (value != null || fields.containsKey(field)) {
        return value;
      }
    }
    Object missing = frame.scope.missing();
    if (missing != null) {
      return missing;
    }
    throw map instanceof Map
        ? EvaluationErrors.missingKey("field '" + field + "'", at)
        : ValueEquality.noFieldsError(map, field, at);
  }

  /** Node of {@code has(target.field)}. */
  public static final class Has extends OfBool {
    private final ExpressionNode target;
    private final String field;

    public Has(ExpressionNode target, String field, int at) {
      super(at);
      this.target = target;
      this.field = field;
    }

    @Override
    public boolean evalBool(EvaluationFrame frame) {
      Object map = target.eval(frame);
      if (map instanceof Map<?, ?> fields) {
        return fields.containsKey(field);
      }
      if (frame.scope.missing() != null) {
        return false;
      }
      throw ValueEquality.noFieldsError(map, field, at);
    }
  }
}
