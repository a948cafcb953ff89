/**
 * What is checked before rules are compiled: an allow-list of what rules may say, and what Drools
 * would accept silently although it never fires, or always.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.drools.internal.check;
