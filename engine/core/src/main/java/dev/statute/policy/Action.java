package dev.statute.policy;

import dev.statute.policy.base.Values;

/**
 * One tool call of the recent past. The window holds the last {@code max_recent_actions} calls.
 *
 * @param ago calls made since; 0 for the newest
 * @param tool name of the tool
 * @param target file of the call, else the start of its command; empty if it has neither
 * @param file file of the call, or empty
 * @param command command line of the call, or empty
 * @param effect kind of work, such as {@code READ}, {@code EDIT} or {@code TEST}
 * @param key key of the action; equal calls have equal keys
 * @param result key of the result; results that differ only in volatile text have equal keys
 * @param isNew whether the result was new; in a pattern written {@code isNew()}
 * @param failed whether the call failed
 * @param at time of the call in milliseconds since 1970, of its record or else of the step
 * @param args arguments of the call, the first 16 that are texts (at most 200 characters of each),
 *     numbers, or true or false
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
    boolean failed,
    long at,
    Values args) {}
