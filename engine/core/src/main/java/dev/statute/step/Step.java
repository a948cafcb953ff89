package dev.statute.step;

/**
 * One step: why it was made, what came of it, and the instance after it. Where nothing changed the
 * snapshot is the one before.
 */
public record Step(Cause cause, Outcome outcome, Snapshot snapshot) {}
