/** Exploration of the state space and searches in its graph. */
@org.jspecify.annotations.NullMarked
package dev.statute.analysis.internal;
