/** Canonical form of charts and the content hashes computed from it. */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.internal.canonical;
