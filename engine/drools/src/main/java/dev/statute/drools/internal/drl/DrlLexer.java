package dev.statute.drools.internal.drl;

import dev.statute.expr.DurationFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lexer of conditions and consequences. Unknown characters are refused, so that no text reaches a
 * compiler that reads it differently: Java reads {@code \\u0022} as a quote, even in a comment, and
 * MVEL has its own rules for comments inside conditions; neither is accepted.
 */
final class DrlLexer {
  private static final List<String> SIGNS =
      List.of(
          "&&", "||", "==", "!=", "<=", ">=", "!.", "<", ">", "!", "+", "-", "*", "/", "%", "(",
          ")", ",", ".", "?", ":", "[", "]", ";", "{", "}", "=");
  private static final int MAX_TEXT_LENGTH = 10_000;
  private static final Set<String> REFUSED =
      Set.of(
          "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::", ":=", "<<", ">>",
          "~=", "=~", "?.", ".?", "..");

  private final String text;
  private final int base;
  private final boolean java;
  private final List<DrlToken> tokens = new ArrayList<>();
  private int at;

  private DrlLexer(String text, int base, boolean java) {
    this.text = text;
    this.base = base;
    this.java = java;
  }

  /**
   * Splits {@code text} into tokens, followed by an end token.
   *
   * @param base offset of the text in its file
   * @param java true for a consequence, which is Java and may contain comments
   */
  static List<DrlToken> tokens(String text, int base, boolean java) {
    DrlLexer lexer = new DrlLexer(text, base, java);
    lexer.refuseUnicodeEscapes();
    lexer.run();
    return List.copyOf(lexer.tokens);
  }

  private void refuseUnicodeEscapes() {
    int escape = text.indexOf("\\u");
    if (escape >= 0) {
      throw refusal(
          "R109", escape, escape + 2, "rules may not hold \\u escapes", "write the character");
    }
  }

  private void run() {
    while (true) {
      skipBlanks();
      if (at == text.length()) {
        tokens.add(new DrlToken(DrlToken.Kind.END, "", base + at, base + at));
        return;
      }
      char c = text.charAt(at);
      if (Character.isJavaIdentifierStart(c)) {
        add(DrlToken.Kind.NAME, nameEnd());
      } else if (c >= '0' && c <= '9') {
        add(DrlToken.Kind.NUMBER, numberEnd());
      } else if (c == '"' || (c == '\'' && !java)) {
        literal(c);
      } else {
        sign();
      }
    }
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("//", at) || text.startsWith("/*", at)) {
        skipComment();
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    if (!java) {
      throw refusal(
          "R109",
          at,
          at + 2,
          "a comment stands inside a condition",
          "put it before the condition, or after the comma");
    }
    boolean line = text.startsWith("//", at);
    int end = text.indexOf(line ? "\n" : "*/", at + 2);
    at = end < 0 ? text.length() : end + (line ? 1 : 2);
  }

  private int nameEnd() {
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private int numberEnd() {
    int end = at;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    if (end + 1 < text.length() && text.charAt(end) == '.' && isDigit(text.charAt(end + 1))) {
      end++;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
    }
    boolean octal = text.charAt(at) == '0' && at + 1 < end && text.charAt(at + 1) != '.';
    boolean isLong = end < text.length() && "lL".indexOf(text.charAt(end)) >= 0;
    end += isLong ? 1 : 0;
    int wordEnd = end;
    while (wordEnd < text.length() && Character.isJavaIdentifierPart(text.charAt(wordEnd))) {
      wordEnd++;
    }
    if (octal || wordEnd > end) {
      throw unreadableNumber(text.substring(at, end), text.substring(end, wordEnd), octal);
    }
    return end;
  }

  /** Refuses a number with a unit, which is a {@code double} to Java if the unit is {@code d}. */
  private UnsupportedSyntax unreadableNumber(String number, String suffix, boolean octal) {
    int end = at + number.length() + suffix.length();
    Duration duration = octal ? null : DurationFormat.parse(number + suffix);
    if (duration != null) {
      String millis = "write " + duration.toMillis() + "L, so many milliseconds";
      String fraction = number.contains(".") ? number : number + ".0";
      return refusal(
          "R107",
          at,
          end,
          "durations are numbers of milliseconds here, not '" + number + suffix + "'",
          suffix.equals("d") ? millis + "; for the number write " + fraction : millis);
    }
    boolean isDouble = !octal && suffix.equalsIgnoreCase("d");
    return refusal(
        "R107",
        at,
        end,
        "not a plain decimal number",
        isDouble ? "write " + number + (number.contains(".") ? "" : ".0") : null);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void literal(char quote) {
    StringBuilder value = new StringBuilder();
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
      char c = text.charAt(end++);
      if (c == '\\') {
        int known = end < text.length() ? "\"'\\nt".indexOf(text.charAt(end)) : -1;
        if (known < 0) {
          throw refusal(
              "R109", end - 1, end + 1, "a text may hold only \\\" \\' \\\\ \\n \\t", null);
        }
        c = "\"'\\\n\t".charAt(known);
        end++;
      }
      value.append(c);
    }
    if (end == text.length() || text.charAt(end) == '\n') {
      throw refusal("R107", at, end, "a quote is not closed", null);
    }
    if (value.length() > MAX_TEXT_LENGTH) {
      throw refusal(
          "R107",
          at,
          at + 1,
          "a text of more than " + MAX_TEXT_LENGTH + " characters",
          "write what somebody would read");
    }
    tokens.add(new DrlToken(DrlToken.Kind.TEXT, value.toString(), base + at, base + end + 1));
    at = end + 1;
  }

  private void sign() {
    String two = text.substring(at, Math.min(at + 2, text.length()));
    for (String sign : SIGNS) {
      if (!REFUSED.contains(two) && text.startsWith(sign, at)) {
        add(DrlToken.Kind.SIGN, at + sign.length());
        return;
      }
    }
    if (text.charAt(at) == '\'') {
      throw refusal(
          "R107",
          at,
          at + 1,
          "a consequence is Java, where a text stands in double quotes",
          "write \"");
    }
    String shown = REFUSED.contains(two) ? two : text.substring(at, at + 1);
    throw refusal(
        "R107",
        at,
        at + shown.length(),
        "rules may not say '" + shown + "'",
        java ? "a consequence only inserts verdicts: count and compare in the conditions" : null);
  }

  private void add(DrlToken.Kind kind, int end) {
    tokens.add(new DrlToken(kind, text.substring(at, end), base + at, base + end));
    at = end;
  }

  private UnsupportedSyntax refusal(
      String code, int start, int end, String message, @Nullable String fix) {
    return new UnsupportedSyntax(code, base + start, base + end, message, fix);
  }
}
