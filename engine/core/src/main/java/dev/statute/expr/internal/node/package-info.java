/**
 * Evaluation nodes for values, variables, access, logic and comprehensions, with the frame that
 * they run on.
 */
@NullMarked
package dev.statute.expr.internal.node;

import org.jspecify.annotations.NullMarked;
