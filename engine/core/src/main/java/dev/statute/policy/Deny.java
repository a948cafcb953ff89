package dev.statute.policy;

/** A veto: the whole step is refused and nothing changes. */
public record Deny(Transition transition, String reason) implements Verdict {}
