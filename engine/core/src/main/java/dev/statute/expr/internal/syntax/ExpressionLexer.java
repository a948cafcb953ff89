package dev.statute.expr.internal.syntax;

import dev.statute.expr.DurationFormat;
import dev.statute.expr.internal.syntax.ExpressionToken.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lexer for the CEL grammar. CEL constructs outside the subset get errors that name them. */
final class ExpressionLexer {
  private static final List<String> SIGNS =
      List.of(
          "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "-", "*", "/", "%", "+", "?", ":", ".",
          ",", "(", ")", "[", "]", "{", "}");

  private static final Pattern DATE =
      Pattern.compile(
          "(?<day>\\d{4}-\\d{2}-\\d{2})"
              + "(?:(?<time>T\\d{2}:\\d{2}(?::\\d{2})?)(?<zone>Z|[+-]\\d{2}:\\d{2})?)?(?![\\w.])");

  private final String source;
  private final List<ExpressionToken> tokens = new ArrayList<>();
  private int at;

  private ExpressionLexer(String source) {
    this.source = source;
  }

  /** Returns all tokens, the last one is {@link Kind#END}. */
  static List<ExpressionToken> tokens(String source) throws SyntaxError {
    ExpressionLexer lexer = new ExpressionLexer(source);
    while (lexer.skipBlank()) {
      lexer.tokens.add(lexer.next());
    }
    int end = source.length();
    lexer.tokens.add(new ExpressionToken(Kind.END, "", null, end, end));
    return lexer.tokens;
  }

  private boolean skipBlank() {
    while (at < source.length()) {
      if (source.startsWith("//", at)) {
        int line = source.indexOf('\n', at);
        at = line < 0 ? source.length() : line;
      } else if (" \t\n\r\f".indexOf(source.charAt(at)) >= 0) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private ExpressionToken next() throws SyntaxError {
    char c = source.charAt(at);
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      return number();
    }
    int quote = StringLiterals.prefixLength(source, at);
    if (quote >= 0) {
      StringLiterals.Scanned scanned = StringLiterals.scan(source, at, quote);
      int start = at;
      at = scanned.end();
      return new ExpressionToken(
          Kind.STRING, source.substring(start, at), scanned.value(), start, at);
    }
    if (isWordStart(c)) {
      int start = at;
      at = wordEnd();
      return new ExpressionToken(Kind.WORD, source.substring(start, at), null, start, at);
    }
    return sign();
  }

  private ExpressionToken sign() throws SyntaxError {
    ForeignSyntaxHints.check(source, at);
    for (String sign : SIGNS) {
      if (source.startsWith(sign, at)) {
        at += sign.length();
        return new ExpressionToken(Kind.SIGN, sign, null, at - sign.length(), at);
      }
    }
    int end = source.offsetByCodePoints(at, 1);
    throw new SyntaxError(
        "E101",
        at,
        end,
        "'" + source.substring(at, end) + "' means nothing in an expression",
        null);
  }

  private ExpressionToken number() throws SyntaxError {
    int start = at;
    boolean hex = source.charAt(at) == '0' && peek(1) == 'x';
    boolean whole = true;
    if (hex) {
      at += 2;
      while (Character.digit(peek(0), 16) >= 0 && peek(0) < 128) {
        at++;
      }
    } else {
      digits();
      if (peek(0) == '.' && isDigit(peek(1))) {
        whole = false;
        at++;
        digits();
      }
      int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if ((peek(0) == 'e' || peek(0) == 'E') && isDigit(peek(1 + sign))) {
        whole = false;
        at += 1 + sign;
        digits();
      }
    }
    String text = source.substring(start, at);
    Matcher date = DATE.matcher(source).region(start, source.length());
    if (date.lookingAt()) {
      throw new SyntaxError(
          "E102",
          start,
          date.end(),
          "a date is no number: " + date.group(),
          "write timestamp('" + instant(date) + "')");
    }
    if (isWordStart(peek(0)) || (hex && text.length() == 2)) {
      throw badNumber(start, text);
    }
    return new ExpressionToken(
        whole ? Kind.INT : Kind.DOUBLE,
        text,
        whole ? null : (Object) Double.valueOf(text),
        start,
        at);
  }

  private SyntaxError badNumber(int start, String text) {
    int end = wordEnd();
    String all = source.substring(start, end);
    String rest = source.substring(at, end);
    if (rest.equals("u") || rest.equals("U")) {
      return new SyntaxError(
          "E105", start, end, "there are no unsigned numbers: " + all, "write " + text);
    }
    Duration duration = DurationFormat.parse(all);
    if (duration != null) {
      return new SyntaxError(
          "E102",
          start,
          end,
          "a duration is no number: " + all,
          "write duration('" + DurationFormat.formatWithoutDays(duration) + "')");
    }
    return new SyntaxError(
        "E102",
        start,
        end,
        "not a number: " + all,
        "write " + text + " for the number, '" + all + "' in quotes for the text");
  }

  /** Returns what the function {@code timestamp} takes; a date alone is its start in UTC. */
  private static String instant(Matcher date) {
    String time = date.group("time");
    if (time == null) {
      return date.group() + "T00:00:00Z";
    }
    String seconds = time.length() == "T00:00".length() ? ":00" : "";
    String zone = date.group("zone");
    return date.group("day") + time + seconds + (zone == null ? "Z" : zone);
  }

  /** Returns the offset after the letters and digits from here. */
  private int wordEnd() {
    int end = at;
    while (end < source.length()
        && (isWordStart(source.charAt(end)) || isDigit(source.charAt(end)))) {
      end++;
    }
    return end;
  }

  private void digits() {
    while (isDigit(peek(0))) {
      at++;
    }
  }

  private char peek(int ahead) {
    return at + ahead < source.length() ? source.charAt(at + ahead) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
}
