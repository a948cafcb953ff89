package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A turn in the hands of a worker, with all it needs.
 *
 * @param attempt how often the turn was leased
 * @param task what was asked for
 * @param batch the inbox rows that this is about, oldest first
 * @param resources what there is to work with: of the agent's kind, and of tools
 * @param context the cards it may read, as they were when the turn began
 * @param output the cards of its own box so far
 * @param calls the calls of the turn and what came of them; none at its beginning
 * @param stepsLeft how many steps may still call tools; at 0 the turn can only be ended, as by
 *     {@code submit_result}
 * @param lineage where the request comes from
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

  /** Whether the steps are used up: no tool may be called but {@link ToolCall#SUBMIT_RESULT}. */
  public boolean isClosing() {
    return stepsLeft == 0;
  }

  /** Of a request that this turn makes: the same trace, one deeper. */
  public Lineage nested() {
    String trace = lineage.trace() == null ? lease.turn() : lineage.trace();
    return new Lineage(trace, lease.turn(), lineage.depth() + 1);
  }
}
