/**
 * Processors of inputs: start, external events, delayed events, records, queries and run to
 * completion.
 */
@NullMarked
package dev.statute.step.internal.process;

import org.jspecify.annotations.NullMarked;
