package dev.statute.policy;

/**
 * One record of type {@code message}.
 *
 * @param ago messages since; 0 for the newest
 * @param role role of the sender; {@code assistant} if the record has none
 * @param text text, at most 200 characters
 * @param duplicate whether the text is among the last {@code max_recent_messages} different texts
 */
public record Message(int ago, String role, String text, boolean duplicate) {}
