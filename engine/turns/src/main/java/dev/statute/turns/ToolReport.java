package dev.statute.turns;

import dev.statute.turns.store.TurnStatuses.ToolStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a tool call from its executor. Values may be wrong in every way that an external
 * reporter can cause; the protocol classifies them.
 *
 * @param turn turn of the call, according to the command
 * @param epoch its epoch, according to the command
 * @param call id of the call; null is malformed
 * @param cardId id of the card that holds the result; null is malformed
 * @param result content of the card, if it is to be stored with the report; null = stored already,
 *     or later by {@link Turns#store}
 * @param status {@code partial} if the final result follows: the call's time starts anew
 * @param after continuation requested by the tool: {@code suspend} or {@code terminate}; it
 *     overrides that of the call, and is overridden by {@code __cg_control.after_execution} of the
 *     result
 * @param by reporter
 */
public record ToolReport(
    String agent,
    String turn,
    long epoch,
    @Nullable String call,
    @Nullable String cardId,
    @Nullable Map<String, ?> result,
    ToolStatus status,
    @Nullable String after,
    String by) {

  /** Creates a report with its result. */
  public static ToolReport of(
      String agent,
      String turn,
      long epoch,
      String call,
      ToolStatus status,
      Map<String, ?> result) {
    return new ToolReport(agent, turn, epoch, call, cardId(call), result, status, null, "tool");
  }

  /** Returns the default card id of a result. */
  public static String cardId(@Nullable String call) {
    return "result-" + call;
  }

  /** Returns this report with another card. */
  public ToolReport forCall(String other) {
    return new ToolReport(agent, turn, epoch, call, other, result, status, after, by);
  }
}
