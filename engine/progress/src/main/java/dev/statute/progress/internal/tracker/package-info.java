/** Trackers, their facts and the stored form of progress. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.tracker;
