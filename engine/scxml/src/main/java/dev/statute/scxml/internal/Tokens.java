package dev.statute.scxml.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts ECMAScript into words. */
final class Tokens {
  private static final Pattern WORD =
      Pattern.compile(
          "\\s+|//[^\\n]*|/\\*(?s:.*?)\\*/"
              + "|(?<number>0[xX][0-9a-fA-F]+|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)"
              + "|(?<name>[A-Za-z_$][A-Za-z0-9_$]*)"
              + "|(?<string>\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*')"
              + "|(?<mark>===|!==|==|!=|<=|>=|&&|\\|\\||\\+\\+|--|\\+=|-=|\\*=|/=|[-+*/%<>!?:.,;()\\[\\]{}=])");

  private Tokens() {}

  static List<Token> of(String text) throws Untranslatable {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.region(at, text.length()).lookingAt()) {
        throw new Untranslatable(
            at, "'" + text.charAt(at) + "' has no counterpart in an expression");
      }
      for (String kind : List.of("number", "name", "string", "mark")) {
        String word = matcher.group(kind);
        if (word != null) {
          tokens.add(new Token(kind, kind.equals("string") ? unquoted(word) : word, at));
        }
      }
      at = matcher.end();
    }
    tokens.add(new Token("end", "", text.length()));
    return tokens;
  }

  private static String unquoted(String word) {
    StringBuilder out = new StringBuilder();
    for (int i = 1; i < word.length() - 1; i++) {
      char c = word.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char next = word.charAt(++i);
      switch (next) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 'b' -> out.append('\b');
        case 'f' -> out.append('\f');
        default -> out.append(next);
      }
    }
    return out.toString();
  }
}
