package dev.statute.expr.internal.syntax;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Hints for syntax of other languages. */
final class ForeignSyntaxHints {
  private static final Map<String, String> SIGNS = signs();
  private static final Map<String, String> WORDS =
      Map.of("and", "&&", "or", "||", "not", "!", "AND", "&&", "OR", "||", "NOT", "!", "is", "==");

  /** Two or more words of a natural language. */
  private static final Pattern TEXT =
      Pattern.compile(
          "\\p{L}[\\p{L}\\p{M}\\p{N}-]*(?:[,;:]? +[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]*)+[.!?]?");

  private static final Set<String> EXPRESSION_WORDS =
      Set.of("in", "contains", "matches", "startsWith", "endsWith", "if", "true", "false", "null");

  private static final Map<Character, String> UNKNOWN =
      Map.of(
          '#',
          "a comment begins with //",
          '$',
          "only templates have ${}: write the expression alone",
          '`',
          "write data['name'] for a field with such a name",
          '\u2018',
          "write a text between ' and '",
          '\u2019',
          "write a text between ' and '",
          '\u201c',
          "write a text between \" and \"",
          '\u201d',
          "write a text between \" and \"",
          '\u201e',
          "write a text between \" and \"",
          '\u00a0',
          "this is a no-break space (U+00A0): write a plain one");

  private ForeignSyntaxHints() {}

  private static Map<String, String> signs() {
    Map<String, String> signs = new LinkedHashMap<>();
    signs.put("<==", "<=");
    signs.put(">==", ">=");
    signs.put("<=>", "");
    signs.put("===", "==");
    signs.put("==>", "");
    signs.put("!==", "!=");
    signs.put("=!", "!=");
    signs.put(":=", "==");
    signs.put("~=", "!=");
    signs.put("&&&", "&&");
    signs.put("|||", "||");
    signs.put("<>", "!=");
    signs.put("=>", ">=");
    signs.put("=<", "<=");
    signs.put("**", "");
    signs.put("??", "has(a.b) ? a.b : other");
    signs.put("?.", "has(a.b)");
    signs.put("\u2260", "!=");
    signs.put("\u2264", "<=");
    signs.put("\u2265", ">=");
    signs.put("\u2212", "-");
    signs.put("\u2013", "-");
    signs.put("\u00d7", "*");
    signs.put("\u00f7", "/");
    signs.put("\u2227", "&&");
    signs.put("\u2228", "||");
    signs.put("\u00ac", "!");
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

  /** Returns the fix for a text without quotes; null if the source may be an expression. */
  static @Nullable String textFix(String source) {
    String text = source.strip();
    boolean isText =
        TEXT.matcher(text).matches()
            && Stream.of(text.split("[ ,.!?]+", -1)).noneMatch(EXPRESSION_WORDS::contains);
    return isText ? "write \"'" + text + "'\" with both quotes for the text" : null;
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
