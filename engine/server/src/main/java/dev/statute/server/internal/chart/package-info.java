/** Routes of charts. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.chart;
