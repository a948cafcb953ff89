/** Compiled expressions, text templates and data paths. */
@org.jspecify.annotations.NullMarked
package dev.statute.expr.internal;
