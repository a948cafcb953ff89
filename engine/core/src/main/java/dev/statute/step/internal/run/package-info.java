/**
 * The steps of the algorithm, one class each, on an overlay that becomes real at once or not at
 * all.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.step.internal.run;
