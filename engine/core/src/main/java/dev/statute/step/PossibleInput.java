package dev.statute.step;

/** Something that may be asked of an instance now, and the outcome it would have. */
public record PossibleInput(Input input, Outcome outcome) {}
