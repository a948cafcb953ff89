/** State space of a chart: reachable configurations, properties of all paths, shortest examples. */
@org.jspecify.annotations.NullMarked
package dev.statute.analysis;
