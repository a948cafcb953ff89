/** Type checker that turns a syntax tree into evaluation nodes. */
@NullMarked
package dev.statute.expr.internal.check;

import org.jspecify.annotations.NullMarked;
