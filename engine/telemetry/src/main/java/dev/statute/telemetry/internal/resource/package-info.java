/** Readings of resources and their limits. */
@NullMarked
package dev.statute.telemetry.internal.resource;

import org.jspecify.annotations.NullMarked;
