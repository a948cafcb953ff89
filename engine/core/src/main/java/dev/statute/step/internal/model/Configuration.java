package dev.statute.step.internal.model;

import java.util.List;

/** A configuration: which states are active. Immutable. */
public record Configuration(
    Bits active, List<String> atomicIds, List<String> ids, boolean isDone) {}
