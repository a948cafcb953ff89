package dev.statute.expr.internal;

import dev.cel.common.values.NullValue;
import dev.statute.expr.internal.node.EvaluationException.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Comparable result of an evaluation: a value, an error kind, or a rejection by the compiler. */
record EvaluationResult(Object value, Kind error, boolean refused, String message) {
  static EvaluationResult value(Object value) {
    return new EvaluationResult(plain(value), null, false, "");
  }

  static EvaluationResult error(Kind kind, String message) {
    return new EvaluationResult(null, kind, false, message);
  }

  static EvaluationResult refused(String message) {
    return new EvaluationResult(null, null, true, message);
  }

  boolean isValue() {
    return error == null && !refused;
  }

  /** Compares doubles by bits, so that NaN equals itself and −0.0 differs from 0.0. */
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
        ? "refused: " + message
        : error != null
            ? error + ": " + message
            : value + (value == null ? "" : " (" + value.getClass().getSimpleName() + ")");
  }
}
