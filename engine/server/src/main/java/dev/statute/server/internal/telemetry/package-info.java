/** Metrics, traces of agents and limits of resources. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.telemetry;
