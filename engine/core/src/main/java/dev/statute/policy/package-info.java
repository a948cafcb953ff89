/**
 * Contract of DRL authors: immutable facts and verdict facts. Accessors of facts are the field
 * names that rules use.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.policy;
