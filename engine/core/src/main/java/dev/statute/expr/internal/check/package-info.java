/** Type checker and compiler from syntax trees to evaluation nodes. */
@NullMarked
package dev.statute.expr.internal.check;

import org.jspecify.annotations.NullMarked;
