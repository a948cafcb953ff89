package dev.statute.policy;

/**
 * Something that is asked again and again, or waited for.
 *
 * @param key which poll
 * @param unchanged how often in a row it said the same, the first time included
 * @param elapsedMs how long it has said so
 * @param growing whether the time between asking grows
 */
public record Poll(String key, int unchanged, long elapsedMs, boolean growing) {}
