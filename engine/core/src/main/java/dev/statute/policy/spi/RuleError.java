package dev.statute.policy.spi;

import dev.statute.problem.Place;

/**
 * Error of a rule that threw, exceeded its limits or gave an inadmissible verdict. The question
 * fails closed.
 */
public record RuleError(String rule, Place place, String message) {}
