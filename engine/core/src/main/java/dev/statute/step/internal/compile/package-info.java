/** From a chart as written to a chart that runs. */
@org.jspecify.annotations.NullMarked
package dev.statute.step.internal.compile;
