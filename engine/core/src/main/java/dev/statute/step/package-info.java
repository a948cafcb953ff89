/**
 * Chart compiler and interpreter. A chart is compiled once and shared; a step is a pure function of
 * a snapshot, an input and an instant, and results in an outcome and another snapshot.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.step;
