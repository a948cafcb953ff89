/** Resource limits of processes, metrics of engines, and traces of agents as records. */
@NullMarked
package dev.statute.telemetry;

import org.jspecify.annotations.NullMarked;
