package dev.statute.policy;

/**
 * One failed tool call with an error text. The window holds the last {@code max_recent_errors}.
 *
 * @param ago failures since; 0 for the newest
 * @param target file of the call, else the start of its command; empty if it has neither
 * @param text error text, at most 200 characters
 */
public record Failure(int ago, String target, String text) {}
