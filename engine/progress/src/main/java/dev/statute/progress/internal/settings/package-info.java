/** Settings of trackers. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.settings;
