/** Latency of the hooks of agent programs. */
@NullMarked
package dev.statute.bench.hook;

import org.jspecify.annotations.NullMarked;
