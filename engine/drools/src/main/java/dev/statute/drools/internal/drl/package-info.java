/** Parsing of DRL: files as trees with places, and the expressions inside them. */
@org.jspecify.annotations.NullMarked
package dev.statute.drools.internal.drl;
