/** Tests of the shipped packs, through the rule engine. */
@org.jspecify.annotations.NullMarked
package dev.statute.rules;
