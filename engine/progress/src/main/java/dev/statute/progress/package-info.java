/** Progress tracking: counters, windows and findings of the records of agents. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress;
