/** Spans in the binary encoding of OTLP. */
@NullMarked
package dev.statute.telemetry.internal.trace;

import org.jspecify.annotations.NullMarked;
