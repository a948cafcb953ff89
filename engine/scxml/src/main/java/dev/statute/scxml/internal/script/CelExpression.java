package dev.statute.scxml.internal.script;

import org.jspecify.annotations.Nullable;

/**
 * A translated expression.
 *
 * @param text in CEL
 * @param binding how tightly its outermost operator binds; higher is tighter
 * @param kind what it surely is: {@code bool}, {@code number}, {@code string}, {@code null}, {@code
 *     other}, or {@code any} where only running can tell
 * @param truth whether it is truthy, where that can be said more simply than of its text
 */
public record CelExpression(String text, int binding, String kind, @Nullable CelExpression truth) {
  static final int ATOM = 9;

  CelExpression(String text, int binding, String kind) {
    this(text, binding, kind, null);
  }

  static CelExpression atom(String text, String kind) {
    return new CelExpression(text, ATOM, kind);
  }

  /** Its text, in parentheses if it binds less tightly than needed. */
  String parenthesized(int needed) {
    return binding < needed ? "(" + text + ")" : text;
  }
}
