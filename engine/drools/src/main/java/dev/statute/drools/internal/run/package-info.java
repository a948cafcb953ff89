/** Rule bases and sessions on Drools: compilation, evaluation budgets, matches and verdicts. */
@NullMarked
package dev.statute.drools.internal.run;

import org.jspecify.annotations.NullMarked;
