/**
 * What others than the compiler ask of a chart: the payloads its events carry, its settings, its
 * words, its identity and its difference to another. Everything here reads definitions and changes
 * nothing.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.check;
