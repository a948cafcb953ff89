/** Cost of a chart's condition, beside the same condition by hand. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.expr;
