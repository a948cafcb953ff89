/** Symbolic execution of compiled charts: the SCXML algorithm with unknown data. */
@org.jspecify.annotations.NullMarked
package dev.statute.analysis.internal.symbolic;
