package dev.statute.scxml.internal.script;

import org.jspecify.annotations.Nullable;

/**
 * Translated expression.
 *
 * @param text in CEL
 * @param binding precedence of its outermost operator; higher binds tighter
 * @param kind its certain type: {@code bool}, {@code number}, {@code string}, {@code null}, {@code
 *     other}, or {@code any} if known at run time only
 * @param truth its truthiness, where there is a simpler form than that of its text
 */
public record CelExpression(String text, int binding, String kind, @Nullable CelExpression truth) {
  static final int ATOM = 9;

  CelExpression(String text, int binding, String kind) {
    this(text, binding, kind, null);
  }

  static CelExpression atom(String text, String kind) {
    return new CelExpression(text, ATOM, kind);
  }

  /** Joins two operands by an operator that associates to the left. */
  static CelExpression binary(
      CelExpression left, String operator, CelExpression right, int binding, String kind) {
    return new CelExpression(
        left.parenthesized(binding) + " " + operator + " " + right.parenthesized(binding + 1),
        binding,
        kind);
  }

  /** Returns its text, in parentheses if its precedence is lower than needed. */
  String parenthesized(int needed) {
    return binding < needed ? "(" + text + ")" : text;
  }
}
