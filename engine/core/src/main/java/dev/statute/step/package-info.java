/**
 * The chart compiler and the interpreter: a chart is compiled once and shared, a step is a pure
 * function of a snapshot, an input and an instant, and gives an outcome and another snapshot.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.step;
