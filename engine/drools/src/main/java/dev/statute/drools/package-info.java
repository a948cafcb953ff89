/**
 * Policies written in DRL, on Drools: compiles packs to a {@link dev.statute.policy.spi.Policy}
 * whose every answer names its rule, and says what is wrong with them as problems.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.drools;
