package dev.statute.step;

import dev.statute.policy.spi.RuleVerdict;

/** What a rule said, and whether it decided. */
public record RankedVerdict(RuleVerdict ruling, boolean decisive) {}
