package dev.statute.scxml.internal.script;

/** Expression that ECMAScript itself refuses: it fails on each evaluation. */
public final class InvalidExpression extends UntranslatableContent {
  private static final long serialVersionUID = 1L;

  InvalidExpression(String message) {
    super(0, message);
  }
}
