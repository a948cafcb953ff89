package dev.statute.policy;

/** Widens the table for an unlisted move, or outvotes a {@link Deny} of a lower layer. */
public record Permit(Transition transition, String reason) implements Verdict {}
