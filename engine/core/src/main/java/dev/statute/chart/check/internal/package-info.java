/** What the checks and the analysis of charts share. */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.check.internal;
