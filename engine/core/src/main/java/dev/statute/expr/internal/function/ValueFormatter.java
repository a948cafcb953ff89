package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.EvaluationException;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formatter of values for people: as {@code string()}, lists and maps as in JSON. */
public final class ValueFormatter {
  /** Maximum length in characters. */
  public static final int MAX_LENGTH = 1_000_000;

  private ValueFormatter() {}

  /**
   * Appends a value.
   *
   * @throws EvaluationException if the text grows too long
   */
  public static void append(StringBuilder out, @Nullable Object value) {
    if (value instanceof List || value instanceof Map) {
      appendNested(out, value);
    } else {
      String text = ConversionNode.toText(value);
      appendLimited(out, text == null ? "null" : text).append(text == null ? "null" : text);
    }
  }

  private static StringBuilder appendLimited(StringBuilder out, String more) {
    if (out.length() + more.length() > MAX_LENGTH) {
      throw new EvaluationException(
          EvaluationException.Kind.LIMIT,
          "the text is too long: at most " + MAX_LENGTH + " characters",
          0);
    }
    return out;
  }

  private static void appendNested(StringBuilder out, @Nullable Object value) {
    if (value instanceof List<?> list) {
      out.append('[');
      for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
        appendNested(out, i.next());
        out.append(i.hasNext() ? ", " : "");
      }
      out.append(']');
    } else if (value instanceof Map<?, ?> map) {
      out.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<?, ?> entry = i.next();
        appendQuoted(out, String.valueOf(entry.getKey()));
        out.append(": ");
        appendNested(out, entry.getValue());
        out.append(i.hasNext() ? ", " : "");
      }
      out.append('}');
    } else if (value instanceof String || value instanceof Instant || value instanceof Duration) {
      appendQuoted(out, String.valueOf(ConversionNode.toText(value)));
    } else {
      append(out, value);
    }
  }

  private static void appendQuoted(StringBuilder out, String text) {
    quote(text, appendLimited(out, text));
  }

  /** Appends a text in quotes, with the shortest escapes of JSON; hashes of charts contain them. */
  public static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int escape = "\"\\\n\r\t\b\f".indexOf(c);
      if (escape >= 0) {
        out.append('\\').append("\"\\nrtbf".charAt(escape));
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
