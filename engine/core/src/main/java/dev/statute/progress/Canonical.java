package dev.statute.progress;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values written so that equal ones have equal texts: keys sorted, ends trimmed, 1 as 1.0. */
final class Canonical {
  private Canonical() {}

  static String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(@Nullable Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> sorted = new TreeMap<>();
      map.forEach((key, inner) -> sorted.put(String.valueOf(key), inner));
      out.append('{');
      sorted.forEach(
          (key, inner) -> {
            out.append(key).append(':');
            write(inner, out);
            out.append(',');
          });
      out.append('}');
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (Object inner : list) {
        write(inner, out);
        out.append(',');
      }
      out.append(']');
    } else if (value instanceof Number number) {
      double real = number.doubleValue();
      out.append(
          real == Math.rint(real) && Math.abs(real) < 1e15
              ? String.valueOf((long) real)
              : String.valueOf(real));
    } else {
      out.append(String.valueOf(value).strip());
    }
  }
}
