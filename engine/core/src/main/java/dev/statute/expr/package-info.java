/**
 * Values of expressions, which are a strict subset of CEL, checked on load and compiled to
 * evaluation nodes without access to anything but values.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.expr;
