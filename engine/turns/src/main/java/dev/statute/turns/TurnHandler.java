package dev.statute.turns;

import dev.statute.runtime.Call.Stop;
import java.util.List;
import java.util.Map;

/**
 * Behaviour of an agent: called for each round of a turn, until it ends the turn or waits for
 * tools. Runs on a worker's threads and may block; the worker keeps the turn's lease. An exception
 * fails the turn, with a deliverable that names it. Called from many threads at once, for one turn
 * sequentially.
 */
@FunctionalInterface
public interface TurnHandler {
  Next next(RoundInput asked) throws Exception;

  /**
   * Input of a round.
   *
   * @param results results of the turn's calls so far, by id of the call: status and the tool's
   *     value; a call without an answer has a status alone
   * @param stop completes when the turn is lost: the result of the round is ignored then
   */
  record RoundInput(ClaimedTurn turn, Map<String, Map<String, ?>> results, Stop stop) {}

  /** Result of a round. */
  sealed interface Next {}

  /** End of the turn with a result. */
  record Deliver(Map<String, ?> result) implements Next {}

  /** End of the turn without a result. */
  record Fail(Map<String, ?> reason) implements Next {}

  /**
   * Tool calls; the turn continues after all results.
   *
   * @param step label of the calls, for people
   */
  record Wait(String step, List<ToolCall> calls) implements Next {}
}
