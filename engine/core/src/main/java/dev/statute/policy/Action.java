package dev.statute.policy;

/**
 * A tool call of the window.
 *
 * @param ago how many calls ago; the newest is 0
 * @param target the file, else the start of the command, else empty
 * @param effect what kind of work, such as {@code READ} or {@code EDIT}
 * @param key equal for calls that are the same action
 * @param result equal for results that say the same
 * @param isNew whether the result was new information
 */
public record Action(
    int ago,
    String tool,
    String target,
    String file,
    String command,
    String effect,
    String key,
    String result,
    boolean isNew,
    boolean failed) {}
