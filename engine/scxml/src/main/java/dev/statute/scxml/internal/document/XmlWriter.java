package dev.statute.scxml.internal.document;

import dev.statute.problem.VisibleText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writer of readable XML: two blanks per level, attributes on the element's line. */
public final class XmlWriter {
  private static final String REPLACEMENT = "\uFFFD";

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();
  private boolean inTag;

  public XmlWriter open(String name) {
    closeTag();
    indent();
    out.append('<').append(name);
    open.push(name);
    inTag = true;
    return this;
  }

  /** Writes an attribute; null = none. */
  public XmlWriter attribute(String attribute, @Nullable String value) {
    if (value != null) {
      out.append(' ').append(attribute).append("=\"").append(escaped(value, true)).append('"');
    }
    return this;
  }

  /** Writes an element with text only. */
  public XmlWriter text(String name, @Nullable String key, String text) {
    open(name).attribute("key", key);
    out.append('>').append(escaped(text, false)).append("</").append(name).append(">\n");
    inTag = false;
    open.pop();
    return this;
  }

  public XmlWriter close() {
    String name = open.pop();
    if (inTag) {
      out.append("/>\n");
      inTag = false;
    } else {
      indent();
      out.append("</").append(name).append(">\n");
    }
    return this;
  }

  private void closeTag() {
    if (inTag) {
      out.append(">\n");
      inTag = false;
    }
  }

  private void indent() {
    out.append("  ".repeat(open.size()));
  }

  private static String escaped(String text, boolean attribute) {
    return text.codePoints().mapToObj(c -> escaped(c, attribute)).collect(Collectors.joining());
  }

  /**
   * Escapes a character of the syntax, or one that hides or reverses text, by its name or number;
   * XML 1.0 excludes most controls, and some others.
   */
  private static String escaped(int c, boolean attribute) {
    return switch (c) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '"' -> attribute ? "&quot;" : "\"";
      case '\n', '\t' -> attribute ? "&#" + c + ";" : Character.toString(c);
      case '\r' -> "&#13;";
      case 0xFFFE, 0xFFFF -> REPLACEMENT;
      default ->
          !VisibleText.isHidden(c) ? Character.toString(c) : c < ' ' ? REPLACEMENT : "&#" + c + ";";
    };
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
