package dev.statute.expr.internal.syntax;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hints for syntax of other languages. */
final class ForeignSyntaxHints {
  private static final Map<String, String> SIGNS = signs();
  private static final Map<String, String> WORDS =
      Map.of("and", "&&", "or", "||", "not", "!", "AND", "&&", "OR", "||", "NOT", "!", "is", "==");

  private static final Map<Character, String> UNKNOWN =
      Map.of(
          '#', "a comment begins with //",
          '$', "only templates have ${}: write the expression alone",
          '`', "write data['name'] for a field with such a name",
          '\u2018', "write a text between ' and '",
          '\u2019', "write a text between ' and '",
          '\u201c', "write a text between \" and \"",
          '\u201d', "write a text between \" and \"");

  private ForeignSyntaxHints() {}

  private static Map<String, String> signs() {
    Map<String, String> signs = new LinkedHashMap<>();
    signs.put("===", "==");
    signs.put("!==", "!=");
    signs.put("<>", "!=");
    signs.put("=>", ">=");
    signs.put("=<", "<=");
    signs.put("**", "");
    signs.put("??", "has(a.b) ? a.b : other");
    signs.put("?.", "has(a.b)");
    signs.put("\u2260", "!=");
    signs.put("\u2264", "<=");
    signs.put("\u2265", ">=");
    return signs;
  }

  /** Rejects an operator of another language at {@code at}. */
  static void check(String source, int at) throws SyntaxError {
    for (Map.Entry<String, String> sign : SIGNS.entrySet()) {
      if (source.startsWith(sign.getKey(), at)) {
        throw error(at, sign.getKey(), sign.getValue());
      }
    }
    char c = source.charAt(at);
    String known = UNKNOWN.get(c);
    if (known != null) {
      throw new SyntaxError(
          "E101", at, at + 1, "'" + c + "' means nothing in an expression", known);
    }
    boolean twice = at + 1 < source.length() && source.charAt(at + 1) == c;
    if ((c == '=' || c == '&' || c == '|') && !twice) {
      throw error(at, String.valueOf(c), "" + c + c);
    }
  }

  /** Returns the operator for a word such as {@code and}; null for other words. */
  static @Nullable String operator(String word) {
    return WORDS.get(word);
  }

  static SyntaxError error(int at, String found, String right) {
    return new SyntaxError(
        "E103",
        at,
        at + found.length(),
        "'" + found + "' is not an operator here",
        right.isEmpty() ? null : "write " + right);
  }
}
