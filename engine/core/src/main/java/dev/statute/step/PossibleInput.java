package dev.statute.step;

/** Input that is possible now, with the outcome it would have. */
public record PossibleInput(Input input, Outcome outcome) {}
