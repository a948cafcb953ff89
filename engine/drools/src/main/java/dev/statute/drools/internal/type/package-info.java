/** Static type, null, range and vocabulary checks of DRL expressions. */
@NullMarked
package dev.statute.drools.internal.type;

import org.jspecify.annotations.NullMarked;
