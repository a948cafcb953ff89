package dev.statute.chart.internal.canonical;

import dev.statute.expr.internal.function.ValueFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Canonical JSON writer after RFC 8785: keys sorted by UTF-16 units, no white space, shortest
 * escapes. Ints keep all their digits; doubles are written as in Java.
 */
public final class CanonicalJson {
  private CanonicalJson() {}

  public static String json(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(@Nullable Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> sorted = new TreeMap<>();
      map.forEach((key, member) -> sorted.put(String.valueOf(key), member));
      String before = "{";
      for (Map.Entry<String, @Nullable Object> member : sorted.entrySet()) {
        out.append(before);
        ValueFormatter.quote(member.getKey(), out);
        out.append(':');
        write(member.getValue(), out);
        before = ",";
      }
      out.append(sorted.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String before = "[";
      for (Object element : list) {
        out.append(before);
        write(element, out);
        before = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      ValueFormatter.quote(value.toString(), out);
    }
  }
}
