/** Records and their fields. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.record;
