/** Outcomes of events that another worker handled. */
@NullMarked
package dev.statute.runtime.internal.remote;

import org.jspecify.annotations.NullMarked;
