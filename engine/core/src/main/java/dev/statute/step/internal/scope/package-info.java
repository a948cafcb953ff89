/** Variables of chart expressions: their slots and their types at each place. */
@NullMarked
package dev.statute.step.internal.scope;

import org.jspecify.annotations.NullMarked;
