/** Measurements: their runner and common parts. */
@org.jspecify.annotations.NullMarked
package dev.statute.bench;
