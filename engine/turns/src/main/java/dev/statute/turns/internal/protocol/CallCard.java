package dev.statute.turns.internal.protocol;

/** Card of a tool call. */
public final class CallCard {
  /** Key of the tool's name on the card and in the event of the call. */
  public static final String TOOL = "tool";

  /** Key of the call's time limit in milliseconds. */
  static final String TIMEOUT = "timeout";

  private CallCard() {}

  /** Returns the id of the card of a call. */
  static String id(String call) {
    return "call-" + call;
  }
}
