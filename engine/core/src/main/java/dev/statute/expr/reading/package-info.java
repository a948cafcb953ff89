/**
 * Expressions of the chart language over data of other programs, in which what is missing is
 * nothing instead of an error.
 */
@NullMarked
package dev.statute.expr.reading;

import org.jspecify.annotations.NullMarked;
