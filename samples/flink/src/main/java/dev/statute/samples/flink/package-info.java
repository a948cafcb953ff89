/** Recorded agent sessions as one stream of a fleet in Apache Flink. */
@NullMarked
package dev.statute.samples.flink;

import org.jspecify.annotations.NullMarked;
