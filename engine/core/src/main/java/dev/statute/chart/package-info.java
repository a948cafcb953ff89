/**
 * Chart as its author wrote it: immutable records with places, in document order, neither resolved
 * nor checked. The YAML reader creates them; the compiler in {@code dev.statute.step} checks and
 * compiles them.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.chart;
