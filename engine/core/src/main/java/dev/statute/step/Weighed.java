package dev.statute.step;

import dev.statute.policy.RuleVerdict;

/** What a rule said, and whether it decided. */
public record Weighed(RuleVerdict ruling, boolean decisive) {}
