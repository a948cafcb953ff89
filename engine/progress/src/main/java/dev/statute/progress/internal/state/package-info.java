/** State of an instance, changed by the counters of its records. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.state;
