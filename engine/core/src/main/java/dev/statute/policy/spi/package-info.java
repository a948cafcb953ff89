/** Seam between the interpreter and a rule engine: questions in, verdicts out. */
@org.jspecify.annotations.NullMarked
package dev.statute.policy.spi;
