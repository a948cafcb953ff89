/** From characters to a syntax tree, with limits that keep hostile text from costing anything. */
@org.jspecify.annotations.NullMarked
package dev.statute.expr.internal.syntax;
