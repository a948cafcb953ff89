package dev.statute.expr.internal.code;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code target.field}. */
final class Select extends Node {
  private final Node target;
  private final String field;

  Select(Node target, String field, int at) {
    super(at);
    this.target = target;
    this.field = field;
  }

  @Override
  public @Nullable Object eval(Frame frame) {
    Object map = target.eval(frame);
    if (map instanceof Map<?, ?> fields) {
      Object value = fields.get(field);
      if (value != null || fields.containsKey(field)) {
        return value;
      }
      throw Errors.noKey("field '" + field + "'", at);
    }
    throw Values.noFields(map, field, at);
  }

  /** {@code has(target.field)}. */
  static final class Has extends OfBool {
    private final Node target;
    private final String field;

    Has(Node target, String field, int at) {
      super(at);
      this.target = target;
      this.field = field;
    }

    @Override
    public boolean evalBool(Frame frame) {
      Object map = target.eval(frame);
      if (map instanceof Map<?, ?> fields) {
        return fields.containsKey(field);
      }
      throw Values.noFields(map, field, at);
    }
  }
}
