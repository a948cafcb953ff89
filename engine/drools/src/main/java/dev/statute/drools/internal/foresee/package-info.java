/** What rules may say before data are known: their conditions, evaluated with what is known. */
@org.jspecify.annotations.NullMarked
package dev.statute.drools.internal.foresee;
