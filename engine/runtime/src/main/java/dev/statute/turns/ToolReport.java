package dev.statute.turns;

import dev.statute.turns.store.TurnStatuses.ToolStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a tool call, from whoever carried it out. Everything that a stranger can get wrong
 * may be wrong here; the protocol says what it makes of it.
 *
 * @param turn the turn that called, as the command said
 * @param epoch its epoch, as the command said
 * @param call id of the call; null is malformed
 * @param cardId id of the card that holds the result; null is malformed
 * @param result the card's content, if it is to be stored with the report; null = it is stored
 *     already, or will be by {@link Turns#store}
 * @param status {@code partial} if the result is still to come: the call is given its time anew
 * @param after what should follow, if the tool says so: {@code suspend} or {@code terminate}; it
 *     comes before what the call said, and after {@code __cg_control.after_execution} of the result
 * @param by who reports
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

  /** A result with its card. */
  public static ToolReport of(
      String agent,
      String turn,
      long epoch,
      String call,
      ToolStatus status,
      Map<String, ?> result) {
    return new ToolReport(agent, turn, epoch, call, cardId(call), result, status, null, "tool");
  }

  /** The card of a result that is given no other. */
  public static String cardId(@Nullable String call) {
    return "result-" + call;
  }

  /** The same on another card. */
  public ToolReport forCall(String other) {
    return new ToolReport(agent, turn, epoch, call, other, result, status, after, by);
  }
}
