/** The walk through all configurations of a chart. */
@org.jspecify.annotations.NullMarked
package dev.statute.analysis.internal;
