package dev.statute.scxml.internal;

/**
 * A translated expression.
 *
 * @param text in CEL
 * @param binding how tightly its outermost operator binds; higher is tighter
 * @param kind what it surely is: {@code bool}, {@code number}, {@code string}, {@code null}, {@code
 *     other}, or {@code any} where only running can tell
 */
record Celled(String text, int binding, String kind) {
  static final int ATOM = 9;

  static Celled atom(String text, String kind) {
    return new Celled(text, ATOM, kind);
  }

  /** Its text, in parentheses if it binds less tightly than needed. */
  String within(int needed) {
    return binding < needed ? "(" + text + ")" : text;
  }

  boolean mayBe(String wanted) {
    return kind.equals(wanted) || kind.equals("any");
  }
}
