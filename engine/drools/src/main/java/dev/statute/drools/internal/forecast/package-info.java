/** Forecast of verdicts by partial evaluation of rule conditions. */
@NullMarked
package dev.statute.drools.internal.forecast;

import org.jspecify.annotations.NullMarked;
