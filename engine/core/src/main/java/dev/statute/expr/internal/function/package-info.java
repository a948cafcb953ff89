/** Evaluation nodes for operators and functions. */
@NullMarked
package dev.statute.expr.internal.function;

import org.jspecify.annotations.NullMarked;
