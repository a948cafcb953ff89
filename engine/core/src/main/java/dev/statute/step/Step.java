package dev.statute.step;

/**
 * Step: its cause, its outcome, and the snapshot after it. If nothing changed, the snapshot is the
 * previous one.
 */
public record Step(Cause cause, Outcome outcome, Snapshot snapshot) {}
