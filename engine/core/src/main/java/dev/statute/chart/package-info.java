/**
 * A chart as its author wrote it: immutable records with places, in document order, nothing
 * resolved or checked. What reads YAML makes them; the compiler in {@code dev.statute.step} checks
 * them and makes them run.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.chart;
