package dev.statute.policy;

/** The event is consumed and nothing happens. */
public record Ignore(Transition transition, String reason) implements Verdict {}
