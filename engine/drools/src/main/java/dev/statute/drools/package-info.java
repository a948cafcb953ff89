/**
 * Policies written in DRL, on Drools: compiles packs to a {@link dev.statute.policy.spi.Policy},
 * which names the rule of every answer, and reports problems of packs.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.drools;
