/**
 * Evaluation nodes for values, variables, access, logic and comprehensions, with their evaluation
 * frame.
 */
@NullMarked
package dev.statute.expr.internal.node;

import org.jspecify.annotations.NullMarked;
