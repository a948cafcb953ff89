/** Guarded tool calls of agent libraries beside bare ones. */
@NullMarked
package dev.statute.bench.agent;

import org.jspecify.annotations.NullMarked;
