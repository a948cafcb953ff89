package dev.statute.progress.internal.call;

import dev.statute.progress.internal.text.ToolOutput;

/**
 * Tool call as read from its record.
 *
 * @param target the file, else the first 50 characters of the command, else empty
 * @param output output as displayed by a terminal
 * @param error text of the error as displayed by a terminal; empty if there is none
 * @param errorClass empty if the call succeeded
 * @param success as declared by the host; in the fingerprint an exit code takes precedence
 * @param counts whether it is evidence: false for calls that are exempt, refused by a guard of the
 *     host, or failed by infrastructure
 * @param refused whether a guard of the host refused it, so that it was not made
 * @param outage whether infrastructure failed it: a rate limit, or a server that does not answer
 * @param waitMillis time that it is asked to wait, as far as it says
 */
public record ParsedToolCall(
    String tool,
    String file,
    String target,
    String command,
    ToolOutput output,
    String error,
    String contentHash,
    String errorClass,
    boolean success,
    boolean counts,
    boolean refused,
    boolean outage,
    long waitMillis,
    ActionFingerprint fingerprint) {
  /** Returns the same call as a poll. */
  public ParsedToolCall asPoll() {
    return new ParsedToolCall(
        tool,
        file,
        target,
        command,
        output,
        error,
        contentHash,
        errorClass,
        success,
        counts,
        refused,
        outage,
        waitMillis,
        fingerprint.withEffect(ToolEffect.POLL));
  }
}
