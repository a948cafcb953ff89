package dev.statute.policy;

/**
 * A file whose content was reported.
 *
 * @param ago how many changes ago; the newest is 0
 * @param before content hash before, empty if it was not known
 * @param after content hash now
 */
public record FileChange(int ago, String path, String before, String after) {}
