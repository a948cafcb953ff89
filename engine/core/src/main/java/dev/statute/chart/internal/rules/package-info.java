/** The rules of structure, the warnings, and the types that a chart's expressions see. */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.internal.rules;
