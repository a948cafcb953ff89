/**
 * What can happen to any instance of a chart: all configurations it can come to, whatever events
 * come and whatever conditions turn out to be.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.analysis;
