package dev.statute.scxml.internal.script;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lexer of ECMAScript. */
final class EcmaScriptLexer {
  private static final Pattern WORD =
      Pattern.compile(
          "\\s+|//[^\\n"
              + "]*|/\\*(?s:.*?)\\*/"
              + "|(?<number>0[xX][0-9a-fA-F]+|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)"
              + "|(?<name>[A-Za-z_$][A-Za-z0-9_$]*)"
              + "|(?<string>\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+')"
              + "|(?<mark>===|!==|==|!=|<=|>=|&&|\\|\\||\\+\\+|--|\\+=|-=|\\*=|/=|[-+*/%<>!?:.,;()\\[\\]{}=])");

  /** Escape sequence. */
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\\{[0-9a-fA-F]{1,6}\\}|(?s:.))");

  private EcmaScriptLexer() {}

  static List<EcmaScriptToken> of(String text) throws UntranslatableContent {
    List<EcmaScriptToken> tokens = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.region(at, text.length()).lookingAt()) {
        throw new UntranslatableContent(
            at, "'" + text.charAt(at) + "' has no counterpart in an expression");
      }
      for (String kind : List.of("number", "name", "string", "mark")) {
        String word = matcher.group(kind);
        if (word != null) {
          tokens.add(
              new EcmaScriptToken(kind, kind.equals("string") ? unquoted(word, at) : word, at));
        }
      }
      at = matcher.end();
    }
    tokens.add(new EcmaScriptToken("end", "", text.length()));
    return tokens;
  }

  private static String unquoted(String word, int at) throws UntranslatableContent {
    StringBuilder out = new StringBuilder();
    Matcher escape = ESCAPE.matcher(word.substring(1, word.length() - 1));
    while (escape.find()) {
      escape.appendReplacement(out, Matcher.quoteReplacement(escaped(escape.group(1), at)));
    }
    return escape.appendTail(out).toString();
  }

  /** Returns the meaning of an escape sequence. */
  private static String escaped(String text, int at) throws UntranslatableContent {
    char first = text.charAt(0);
    return switch (first) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'b' -> "\b";
      case 'f' -> "\f";
      case 'v' -> "\u000b";
      case '0' -> "\0";
      case '\n' -> "";
      case 'x', 'u' -> {
        String digits = text.substring(1).replaceAll("[{}]", "");
        if (digits.isEmpty() || Integer.parseInt(digits, 16) > Character.MAX_CODE_POINT) {
          throw new UntranslatableContent(
              at, "'\\" + first + "' is followed by no number of a character");
        }
        yield Character.toString(Integer.parseInt(digits, 16));
      }
      default -> text;
    };
  }
}
