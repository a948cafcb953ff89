/** Counters of repetition. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.count;
