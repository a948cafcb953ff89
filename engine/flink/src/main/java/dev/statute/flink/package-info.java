/** Host of instances in Apache Flink: keyed state, timers, side outputs and broadcast rules. */
@NullMarked
package dev.statute.flink;

import org.jspecify.annotations.NullMarked;
