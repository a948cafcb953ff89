/**
 * Read-only services on chart definitions: payload checks, settings, vocabulary, content hash,
 * difference.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.chart.check;
