/** Meters with bounded labels. */
@NullMarked
package dev.statute.telemetry.internal.metric;

import org.jspecify.annotations.NullMarked;
