package dev.statute.analysis;

import org.jspecify.annotations.Nullable;

/**
 * Result of checking a property on all paths of a chart.
 *
 * @param violation the shortest path that violates it; null if it holds on every explored path
 * @param complete whether all paths were explored, or only those within the limits
 */
public record PropertyResult(@Nullable ExamplePath violation, boolean complete) {}
