/** Hashing and text work of the tracker; no part of the interface. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal;
