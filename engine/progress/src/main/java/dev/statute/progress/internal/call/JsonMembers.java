package dev.statute.progress.internal.call;

import java.util.HexFormat;
import java.util.Map;

/**
 * Reader of the members of one JSON object. Texts are decoded, {@code null} counts as absent, and
 * other values are kept as they are written. Nested values are only skipped, as nothing in them
 * tells how a call ended.
 */
final class JsonMembers {
  private final String text;
  private final Map<String, String> members;
  private int at;

  /**
   * Creates a reader.
   *
   * @param start place of the opening brace
   * @param members receives the members
   */
  JsonMembers(String text, int start, Map<String, String> members) {
    this.text = text;
    this.members = members;
    at = start;
  }

  /** Returns an object or list without the spaces between its tokens; any other text as it is. */
  static String compact(String text) {
    if (!text.stripLeading().startsWith("{") && !text.stripLeading().startsWith("[")) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\' && i + 1 < text.length()) {
        out.append(c).append(text.charAt(++i));
        continue;
      }
      quoted ^= c == '"';
      if (quoted || !Character.isWhitespace(c)) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Reads the object; returns whether it is complete and nothing follows it. */
  boolean read() {
    at++;
    skipSpace();
    while (peek() == '"') {
      StringBuilder name = new StringBuilder();
      if (!readText(name) || !skip(':') || !readValue(name.toString())) {
        return false;
      }
      skipSpace();
      if (peek() == ',') {
        at++;
        skipSpace();
      } else if (peek() != '}') {
        return false;
      }
    }
    return skip('}') && peek() == 0;
  }

  private boolean readValue(String name) {
    if (peek() == '"') {
      StringBuilder value = new StringBuilder();
      boolean complete = readText(value);
      members.put(name, value.toString());
      return complete;
    }
    int start = at;
    if (!skipValue()) {
      return false;
    }
    String value = text.substring(start, at).strip();
    if (!value.equals("null")) {
      members.put(name, value);
    }
    return !value.isEmpty();
  }

  /** Skips a value up to the comma or brace after it. */
  private boolean skipValue() {
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        if (!readText(new StringBuilder())) {
          return false;
        }
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}')) {
        return true;
      }
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      at++;
    }
    return false;
  }

  private boolean readText(StringBuilder into) {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c == '\\' && at < text.length()) {
        readEscape(into);
      } else {
        into.append(c);
      }
    }
    return false;
  }

  private void readEscape(StringBuilder into) {
    char c = text.charAt(at++);
    if (c == 'u' && at + 4 <= text.length()) {
      try {
        into.append((char) HexFormat.fromHexDigits(text, at, at + 4));
        at += 4;
        return;
      } catch (NumberFormatException noCode) {
        into.append(c);
        return;
      }
    }
    into.append(
        switch (c) {
          case 'n' -> '\n';
          case 't' -> '\t';
          case 'r' -> '\r';
          case 'b' -> '\b';
          case 'f' -> '\f';
          default -> c;
        });
  }

  private boolean skip(char expected) {
    skipSpace();
    if (peek() != expected) {
      return false;
    }
    at++;
    skipSpace();
    return true;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  /** Returns the next character, or 0 at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }
}
