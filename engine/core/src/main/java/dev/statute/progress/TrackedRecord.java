package dev.statute.progress;

import dev.statute.policy.spi.Observation;

/** A tracker after a record, and what rules may see of it. */
public record TrackedRecord(ProgressTracker tracker, Observation observation) {}
