/** Measurements of instances in Apache Flink beside a bare loop. */
@NullMarked
package dev.statute.bench.flink;

import org.jspecify.annotations.NullMarked;
