package dev.statute.policy;

/** The candidate's guard holds. */
public record Grant(Candidate candidate, String reason) implements Verdict {}
