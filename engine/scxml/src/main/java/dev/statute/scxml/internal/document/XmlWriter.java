package dev.statute.scxml.internal.document;

import dev.statute.problem.VisibleText;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Writer of readable XML: two blanks per level, attributes on the element's line. */
public final class XmlWriter {
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
    String safe = visible(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    return attribute
        ? safe.replace("\"", "&quot;")
            .replace("\n", "&#10;")
            .replace("\r", "&#13;")
            .replace("\t", "&#9;")
        : safe.replace("\r", "&#13;");
  }

  /**
   * Escapes characters that hide or reverse text by their numbers; XML 1.0 excludes those below.
   */
  private static String visible(String text) {
    StringBuilder seen = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\r' || !VisibleText.isHidden(c)) {
                seen.appendCodePoint(c);
              } else if (c < ' ') {
                seen.append('\uFFFD');
              } else {
                seen.append("&#").append(c).append(';');
              }
            });
    return seen.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
