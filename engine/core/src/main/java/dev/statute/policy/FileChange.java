package dev.statute.policy;

/**
 * One report of a file's content, by a {@code file_change} or by a call with a {@code
 * content_hash}.
 *
 * @param ago reports since; 0 for the newest
 * @param path path of the file
 * @param before content hash before; empty if it is not known
 * @param after content hash now
 */
public record FileChange(int ago, String path, String before, String after) {}
