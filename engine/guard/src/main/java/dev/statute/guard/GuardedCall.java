package dev.statute.guard;

import dev.statute.guard.internal.session.RecordSize;
import dev.statute.logs.CallFields;
import org.jspecify.annotations.Nullable;

/**
 * Tool call that was proposed to an {@link AgentGuard}. If it is not refused, the caller makes it
 * and reports the result once. For one thread at a time.
 */
public final class GuardedCall {
  private final AgentGuard guard;
  private final String session;
  private final String round;
  private final CallFields fields;
  private final @Nullable String refusal;
  private boolean reported;

  GuardedCall(
      AgentGuard guard, String session, String round, CallFields fields, @Nullable String refusal) {
    this.guard = guard;
    this.session = session;
    this.round = round;
    this.fields = fields;
    this.refusal = refusal;
  }

  /** Returns whether the call must not be made. */
  public boolean isRefused() {
    return refusal != null;
  }

  /** Text for the model in place of a result; empty if the call may be made. */
  public String refusal() {
    return refusal == null ? "" : refusal;
  }

  /**
   * Records the result of the call.
   *
   * @return text for the model to append to the result; empty if there is nothing to say
   * @throws AgentStopException if the result made the chart halt the agent
   * @throws IllegalStateException if the call was refused or is recorded already
   */
  public String recordResult(String output) {
    return record(output, true);
  }

  /**
   * Records the failure of the call.
   *
   * @return text for the model to append to the error; empty if there is nothing to say
   * @throws AgentStopException if the failure made the chart halt the agent
   * @throws IllegalStateException if the call was refused or is recorded already
   */
  public String recordFailure(String error) {
    return record(error, false);
  }

  private String record(String text, boolean success) {
    if (refusal != null || reported) {
      throw new IllegalStateException(
          refusal != null ? "the call was refused" : "the result of the call is recorded already");
    }
    reported = true;
    return guard.record(session, round, fields.result(shorten(text), success, null).map());
  }

  /**
   * Returns a text as it can be recorded: without its middle if it is too long, and with U+FFFD for
   * each half of a character.
   */
  static String shorten(String text) {
    return RecordSize.text(CallFields.wellFormed(text));
  }
}
