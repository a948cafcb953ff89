package dev.statute.chart.internal.canonical;

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
        quote(member.getKey(), out);
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
      quote(value.toString(), out);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
