/** Read-only services on chart definitions: payload checks, settings, vocabulary, difference. */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.check;
