package dev.statute.jdbc;

import dev.statute.jdbc.AgentCache.Lead;
import dev.statute.jdbc.CardTransaction.Left;
import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an agent as one of its transactions left them, of those that nothing but its transactions
 * changes. While no other has changed anything of the agent ({@link SideColumns#CHANGES}) they need
 * not be read again. Boxes are not among them, as agents share them: of those it is only remembered
 * what they were like.
 *
 * @param turn the active one, with its messages, its calls and those of its cards that it has
 *     looked at; null = there is none
 * @param queued the first request that waits; null = none does
 * @param event the last one; null = there is none
 */
record CachedAgentRows(
    Head head,
    @Nullable Turn turn,
    List<Message> messages,
    List<Awaited> calls,
    Map<String, Card> cards,
    @Nullable Message queued,
    @Nullable Left event,
    Map<String, CachedBox> boxes) {
  /** What is larger is not kept: many agents are remembered. */
  private static final int MOST_ROWS = 64;

  private static final int MOST_CHARACTERS = 16_384;

  CachedAgentRows {
    messages = List.copyOf(messages);
    calls = List.copyOf(calls);
    cards = Map.copyOf(cards);
    boxes = Map.copyOf(boxes);
  }

  /**
   * Of a transaction that is written; null = it does not know all of them, or they are too much.
   */
  static @Nullable CachedAgentRows of(JdbcTransaction tx, Head head, Lead lead) {
    String id = lead.turn();
    Turn turn = id == null ? null : tx.turns.row(id);
    Message queued = tx.firstKnownQueued();
    Left event = tx.lastLeft();
    if ((id != null && (turn == null || !tx.messages.lists(id) || !tx.calls.lists(id)))
        || !tx.isFirst(queued)
        || (event == null ? 0 : event.seq()) != lead.events()) {
      return null;
    }
    CachedAgentRows rows =
        new CachedAgentRows(
            head,
            turn,
            id == null ? List.of() : tx.messages.list(id, row -> id.equals(row.turn())),
            id == null ? List.of() : tx.calls.list(id, call -> call.turn().equals(id)),
            id == null ? Map.of() : tx.cardsOf(id),
            queued,
            event,
            tx.known.seen(lead));
    return rows.isSmall() ? rows : null;
  }

  private boolean isSmall() {
    long characters = head.data().length();
    characters += head.chartState().length();
    characters += queued == null ? 0 : queued.payload().length();
    for (Message message : messages) {
      characters += message.payload().length();
    }
    for (Card card : cards.values()) {
      characters += card.content().length();
    }
    return messages.size() + calls.size() + cards.size() <= MOST_ROWS
        && characters <= MOST_CHARACTERS;
  }

  /** The transaction need not look for them. */
  void tell(JdbcTransaction tx) {
    if (turn != null) {
      tx.turns.found(turn.id(), turn);
      tx.messages.listed(turn.id(), messages);
      tx.calls.listed(turn.id(), calls);
    }
    cards.forEach(tx.cards::found);
    tx.known.remembered(boxes);
    tx.lookedForQueued(queued);
    tx.foundEvent(event);
  }

  boolean hasCall(String id) {
    return calls.stream().anyMatch(call -> call.id().equals(id));
  }
}
