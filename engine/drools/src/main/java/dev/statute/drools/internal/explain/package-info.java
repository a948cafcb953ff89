/** Explanation of rules that did not fire: the unmet condition of each. */
@NullMarked
package dev.statute.drools.internal.explain;

import org.jspecify.annotations.NullMarked;
