/**
 * What rules see and say: immutable facts, verdict facts, and the port behind which a rule engine
 * stands. Fact accessors are the field names that rules use.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.policy;
