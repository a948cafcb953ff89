/** Spans of agents as records. */
@NullMarked
package dev.statute.telemetry.internal.trace;

import org.jspecify.annotations.NullMarked;
