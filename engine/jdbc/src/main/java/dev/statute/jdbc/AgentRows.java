package dev.statute.jdbc;

import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an agent as one of its transactions left them, of those that nothing but its transactions
 * changes. While no other has changed anything of the agent ({@link Beside#CHANGES}) they need not
 * be read again. Boxes and their cards are not among them, as agents share them.
 *
 * @param turn the active one, with its messages and calls; null = there is none
 * @param queued the first request that waits; null = none does
 * @param event the last one; null = there is none
 */
record AgentRows(
    @Nullable Turn turn,
    List<Message> messages,
    List<Awaited> calls,
    @Nullable Message queued,
    CardTransaction.@Nullable Left event) {
  /** What is larger is not kept: many agents are remembered. */
  private static final int MOST_ROWS = 64;

  private static final int MOST_CHARACTERS = 16_384;

  AgentRows {
    messages = List.copyOf(messages);
    calls = List.copyOf(calls);
  }

  /** Whether it is worth its memory. */
  boolean isSmall() {
    long characters = queued == null ? 0 : queued.payload().length();
    for (Message message : messages) {
      characters += message.payload().length();
    }
    return messages.size() + calls.size() <= MOST_ROWS && characters <= MOST_CHARACTERS;
  }

  boolean hasCall(String id) {
    return calls.stream().anyMatch(call -> call.id().equals(id));
  }
}
