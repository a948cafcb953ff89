/** Compiled chart: resolved, numbered, immutable, shared by all instances. */
@org.jspecify.annotations.NullMarked
package dev.statute.step.internal.model;
