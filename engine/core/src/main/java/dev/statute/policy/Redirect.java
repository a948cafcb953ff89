package dev.statute.policy;

/** Go to state {@code to} instead; judged again, once. The original's actions are skipped. */
public record Redirect(Transition transition, String to, String reason) implements Verdict {}
