package dev.statute.policy;

/**
 * A message.
 *
 * @param ago how many messages ago; the newest is 0
 * @param duplicate whether a recent message had the same text
 */
public record Message(int ago, String role, String text, boolean duplicate) {}
