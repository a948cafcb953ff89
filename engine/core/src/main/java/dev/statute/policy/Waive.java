package dev.statute.policy;

/** A required field is not asked. */
public record Waive(String field, String reason) implements Verdict {}
