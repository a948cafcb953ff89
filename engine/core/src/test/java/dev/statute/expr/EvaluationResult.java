package dev.statute.expr;

import dev.cel.common.values.NullValue;
import dev.statute.expr.EvaluationException.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What came of evaluating an expression, in a form that compares: a value, an error of some kind,
 * or a refusal to compile.
 */
record EvaluationResult(Object value, Kind error, boolean refused, String told) {
  static EvaluationResult value(Object value) {
    return new EvaluationResult(plain(value), null, false, "");
  }

  static EvaluationResult error(Kind kind, String told) {
    return new EvaluationResult(null, kind, false, told);
  }

  static EvaluationResult refused(String told) {
    return new EvaluationResult(null, null, true, told);
  }

  boolean isValue() {
    return error == null && !refused;
  }

  /** Doubles as bits, so that NaN is itself and −0.0 is not 0.0. */
  boolean sameAs(EvaluationResult other) {
    return refused == other.refused && error == other.error && Objects.equals(value, other.value);
  }

  private static Object plain(Object value) {
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(plain(element)));
      return copy;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, element) -> copy.put(plain(key), plain(element)));
      return copy;
    }
    return value instanceof NullValue ? null : value;
  }

  @Override
  public String toString() {
    return refused
        ? "refused: " + told
        : error != null
            ? error + ": " + told
            : value + (value == null ? "" : " (" + value.getClass().getSimpleName() + ")");
  }
}
