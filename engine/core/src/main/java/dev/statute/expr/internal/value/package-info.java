/** The law that every value and id keeps to. */
@org.jspecify.annotations.NullMarked
package dev.statute.expr.internal.value;
