/** Canonical form of charts and the content hashes computed from it. */
@NullMarked
package dev.statute.chart.internal.canonical;

import org.jspecify.annotations.NullMarked;
