/** Spans of agents by OpenTelemetry's conventions for generative AI, as records. */
@NullMarked
package dev.statute.logs.span;

import org.jspecify.annotations.NullMarked;
