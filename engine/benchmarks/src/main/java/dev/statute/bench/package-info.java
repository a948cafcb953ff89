/** Measurements: what runs them, and what all of them share. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench;
