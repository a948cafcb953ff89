package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.jdbc.internal.turn.AgentCache.HeadLinks;
import dev.statute.jdbc.internal.turn.CardTransaction.OutboxPosition;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an agent after one of its transactions, of the kinds that only its own transactions
 * change. While no other transaction has changed the agent ({@link SideColumns#CHANGES}) they need
 * not be read again. Boxes are excluded, as agents share them: only their last state is cached.
 *
 * @param turn the active one, with its messages, its calls and those of its cards that were read;
 *     null = there is none
 * @param queued the first waiting request; null = none
 * @param lastEvent the last one; null = there is none
 */
record CachedAgentRows(
    Head head,
    @Nullable Turn turn,
    List<Message> messages,
    List<AwaitedCall> calls,
    Map<String, Card> cards,
    @Nullable Message queued,
    @Nullable OutboxPosition lastEvent,
    Map<String, CachedBox> boxes) {
  /** Maximum number of cached rows per agent, because many agents are cached. */
  private static final int MAX_ROWS = 64;

  private static final int MAX_CHARACTERS = 16_384;

  CachedAgentRows {
    messages = List.copyOf(messages);
    calls = List.copyOf(calls);
    cards = Map.copyOf(cards);
    boxes = Map.copyOf(boxes);
  }

  /** Returns the rows of a written transaction; null = some are unknown, or they are too many. */
  static @Nullable CachedAgentRows of(JdbcTransaction tx, Head head, HeadLinks lead) {
    String id = lead.turn();
    Turn turn = id == null ? null : tx.turns.row(id);
    Message queued = tx.firstKnownQueued();
    OutboxPosition event = tx.lastPosition();
    if ((id != null
            && (turn == null || !tx.messages.isListLoaded(id) || !tx.calls.isListLoaded(id)))
        || !tx.isFirstQueued(queued)
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
            tx.boxCache.entries(lead));
    return rows.isCacheable() ? rows : null;
  }

  private boolean isCacheable() {
    long characters = head.data().length();
    characters += head.chartState().length();
    characters += queued == null ? 0 : queued.payload().length();
    for (Message message : messages) {
      characters += message.payload().length();
    }
    for (Card card : cards.values()) {
      characters += card.content().length();
    }
    return messages.size() + calls.size() + cards.size() <= MAX_ROWS
        && characters <= MAX_CHARACTERS;
  }

  /** Preloads a transaction, which need not read them. */
  void preload(JdbcTransaction tx) {
    if (turn != null) {
      tx.turns.load(turn.id(), turn);
      tx.messages.loadList(turn.id(), messages);
      tx.calls.loadList(turn.id(), calls);
    }
    cards.forEach(tx.cards::load);
    tx.boxCache.load(boxes);
    tx.loadQueued(queued);
    tx.loadLastEvent(lastEvent);
  }

  boolean hasCall(String id) {
    return calls.stream().anyMatch(call -> call.id().equals(id));
  }
}
