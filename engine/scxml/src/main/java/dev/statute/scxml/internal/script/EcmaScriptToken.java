package dev.statute.scxml.internal.script;

/**
 * Token of ECMAScript.
 *
 * @param kind {@code name}, {@code number}, {@code string}, {@code mark} or {@code end}
 * @param text as written; of a string, its value
 * @param at offset in the expression
 */
record EcmaScriptToken(String kind, String text, int at) {
  boolean is(String mark) {
    return kind.equals("mark") && text.equals(mark);
  }

  boolean isName(String word) {
    return kind.equals("name") && text.equals(word);
  }
}
