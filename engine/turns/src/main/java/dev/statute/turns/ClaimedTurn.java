package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turn that a worker holds, with its input.
 *
 * @param attempt number of leases of the turn
 * @param task of the request
 * @param batch the inbox rows of the round, oldest first: the request, and after a resume the
 *     reports that brought it
 * @param resources of the agent's kind, and of tools
 * @param context the readable cards, as of the start of the turn
 * @param output the cards of its own box so far
 * @param calls the calls of the turn and their results; empty at its start
 * @param stepsLeft number of further steps that may call tools; at 0 the turn can only be ended,
 *     for example by {@code submit_result}
 * @param lineage origin of the request
 */
public record ClaimedTurn(
    Lease lease,
    int attempt,
    Map<String, @Nullable Object> task,
    List<Message> batch,
    Resources resources,
    List<Card> context,
    List<Card> output,
    List<AwaitedCall> calls,
    long stepsLeft,
    Lineage lineage) {
  public ClaimedTurn {
    batch = List.copyOf(batch);
    context = List.copyOf(context);
    output = List.copyOf(output);
    calls = List.copyOf(calls);
  }

  /** Tests for used up steps: no tool may be called but {@link ToolCall#SUBMIT_RESULT}. */
  public boolean isClosing() {
    return stepsLeft == 0;
  }

  /** Returns the lineage of a request by this turn: the same trace, one deeper up to the limit. */
  public Lineage nested() {
    String trace = lineage.trace() == null ? lease.turn() : lineage.trace();
    int deeper = Math.min(lineage.depth(), Integer.MAX_VALUE - 1) + 1;
    return new Lineage(trace, lease.turn(), deeper);
  }
}
