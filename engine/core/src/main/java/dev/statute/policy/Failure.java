package dev.statute.policy;

/**
 * An entry of the error window.
 *
 * @param ago how many entries ago; the newest is 0
 * @param target the file, else the start of the command, else empty
 */
public record Failure(int ago, String target, String text) {}
