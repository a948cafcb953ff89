/** Compiler of chart definitions to compiled charts. */
@org.jspecify.annotations.NullMarked
package dev.statute.step.internal.compile;
