/** Contents of states that charts and tools have in common. */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.internal;
