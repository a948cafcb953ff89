package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.table.PackedReader;
import dev.statute.progress.internal.table.PackedWriter;

/**
 * Packed form of the parts of a {@link RepetitionState} that messages change. While a batch is open
 * only the state before it is packed, and its calls are counted again when it is unpacked; this
 * form adds what messages have changed since.
 */
public final class MessageState {
  private static final Counter[] COUNTERS = {
    Counter.SAME_MESSAGES,
    Counter.CONDENSATIONS,
    Counter.REVISIONS,
    Counter.STUCK_SUB_AGENTS,
    Counter.JUDGED,
    Counter.CHANT
  };

  private MessageState() {}

  public static void write(PackedWriter out, RepetitionState state) {
    for (Counter counter : COUNTERS) {
      out.number(state.get(counter));
    }
    out.key(state.lastMessage);
    out.flag(state.retried);
  }

  public static void read(PackedReader in, RepetitionState state) {
    for (Counter counter : COUNTERS) {
      state.set(counter, in.number());
    }
    state.lastMessage = in.key();
    state.retried = in.flag();
  }
}
