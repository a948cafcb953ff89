/**
 * Expressions, templates and data paths of charts: a strict subset of CEL, checked when a chart is
 * loaded and compiled to closures that reach values and nothing else.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.expr;
