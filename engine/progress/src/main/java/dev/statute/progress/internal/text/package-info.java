/** Masking, hashing and searching of texts. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.text;
