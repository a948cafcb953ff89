/** Snapshots as maps, lists, texts and numbers, for whatever writes them down. */
@org.jspecify.annotations.NullMarked
package dev.statute.step.internal.plain;
