package dev.statute.turns;

import dev.statute.runtime.Call.Stop;
import java.util.List;
import java.util.Map;

/**
 * What an agent does when a turn is its own: one round, until it ends the turn or waits for tools.
 * Runs on a worker's threads and may block; the turn is kept alive meanwhile. Whatever it throws
 * fails the turn, with a deliverable that says why. Called from many threads at once, for one turn
 * from one at a time.
 */
@FunctionalInterface
public interface TurnHandler {
  Next next(RoundInput asked) throws Exception;

  /**
   * A round.
   *
   * @param results what came of the turn's calls so far, by id of the call: its status and what its
   *     tool gave; a call that nobody answered has a status alone
   * @param stop completes when the turn is lost: whatever is answered then is not heard
   */
  record RoundInput(ClaimedTurn turn, Map<String, Map<String, ?>> results, Stop stop) {}

  /** What becomes of the turn. */
  sealed interface Next {}

  /** It ends with a result. */
  record Deliver(Map<String, ?> result) implements Next {}

  /** It ends without one. */
  record Fail(Map<String, ?> reason) implements Next {}

  /**
   * It calls tools and goes on when all results are in.
   *
   * @param step what the calls belong to, for people
   */
  record Wait(String step, List<ToolCall> calls) implements Next {}
}
