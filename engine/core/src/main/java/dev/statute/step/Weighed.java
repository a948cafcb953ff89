package dev.statute.step;

import dev.statute.policy.Ruling;

/** What a rule said, and whether it decided. */
public record Weighed(Ruling ruling, boolean decisive) {}
