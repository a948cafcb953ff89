/** Port of the symbolic execution of a chart: the successors of its states without data. */
@org.jspecify.annotations.NullMarked
package dev.statute.step.symbolic;
