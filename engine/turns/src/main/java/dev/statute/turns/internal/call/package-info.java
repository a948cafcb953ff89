/** Built-in turn calls of a chart, their arguments and the check of charts that use them. */
@NullMarked
package dev.statute.turns.internal.call;

import org.jspecify.annotations.NullMarked;
