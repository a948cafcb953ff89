package dev.statute.policy.spi;

import dev.statute.problem.Place;

/**
 * A rule that threw, ran away or said something it may not: whatever it was asked about fails
 * closed.
 */
public record RuleError(String rule, Place place, String message) {}
