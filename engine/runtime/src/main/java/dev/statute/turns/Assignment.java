package dev.statute.turns;

import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A turn in the hands of a worker, with all it needs.
 *
 * @param attempt how often the turn was leased
 * @param task what was asked for
 * @param batch the inbox rows that this is about, oldest first
 * @param context the cards it may read, as they were when the turn began
 * @param output the cards of its own box so far
 * @param calls the calls of the turn and what came of them; none at its beginning
 */
public record Assignment(
    Lease lease,
    int attempt,
    Map<String, @Nullable Object> task,
    List<Message> batch,
    List<Card> context,
    List<Card> output,
    List<Awaited> calls) {
  public Assignment {
    batch = List.copyOf(batch);
    context = List.copyOf(context);
    output = List.copyOf(output);
    calls = List.copyOf(calls);
  }
}
