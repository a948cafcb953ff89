/** What a condition of a chart takes, beside the same by hand. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench.expr;
