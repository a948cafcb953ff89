package dev.statute.step;

import dev.statute.policy.spi.RuleVerdict;

/** Verdict of a rule, and whether it was decisive. */
public record RankedVerdict(RuleVerdict ruling, boolean decisive) {}
