package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.turn.AgentCache.HeadLinks;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge of a transaction about the ends of boxes, and the cached boxes of an agent between its
 * transactions.
 */
final class BoxCache {
  /** Maximum number of cached boxes per agent, because many agents are cached. */
  private static final int MAX_BOXES = 8;

  private static final int MAX_CARDS = 128;
  private static final int MAX_CHARACTERS = 16_384;

  private final RowBuffer<String, Box> rows;
  private final RowBuffer<String, Card> cards;
  private final Map<String, Long> lastCards = new HashMap<>();
  private final Map<String, CachedBox> assumptions = new LinkedHashMap<>();
  private Map<String, CachedBox> cached = Map.of();
  private boolean assumesCached;
  private boolean unchanged = true;

  BoxCache(RowBuffer<String, Box> rows, RowBuffer<String, Card> cards) {
    this.rows = rows;
    this.cards = cards;
  }

  /** Relies on cached boxes from now on, which must be verified afterwards. */
  void assumeCached() {
    assumesCached = true;
  }

  /** Loads cached boxes; rows read from the database take precedence. */
  void load(Map<String, CachedBox> boxes) {
    cached = boxes;
    boxes.forEach(
        (box, seen) -> {
          Long last = lastCards.get(box);
          if (last != null) {
            verify(box, seen, last);
          }
        });
  }

  private void verify(String box, CachedBox seen, long last) {
    boolean same = last == seen.lastCard() && Objects.equals(rows.row(box), seen.row());
    unchanged &= same;
    List<Card> all = seen.cards();
    if (same && all != null && !cards.isListLoaded(box)) {
      cards.loadList(box, all); // cards never change
    }
  }

  /** Relies on the cached state of a box, in this mode. */
  void assume(String box) {
    CachedBox seen = cached.get(box);
    if (assumesCached && seen != null) {
      assume(box, seen);
    }
  }

  /** Relies on the cached state of a box; one that is not cached is assumed empty. */
  void assumeOrEmpty(String box) {
    assume(box, cached.getOrDefault(box, CachedBox.EMPTY));
  }

  private void assume(String box, CachedBox seen) {
    if (assumptions.putIfAbsent(box, seen) == null) {
      rows.load(box, seen.row());
      lastCard(box, seen.lastCard());
      List<Card> all = seen.cards();
      if (all != null) {
        cards.loadList(box, all);
      }
    }
  }

  /** Returns the assumed boxes. */
  Map<String, CachedBox> assumptions() {
    return assumptions;
  }

  /** Sets the number of the last card of a box in the database. */
  void lastCard(String box, long seq) {
    lastCards.putIfAbsent(box, seq);
  }

  boolean hasLastCard(String box) {
    return lastCards.containsKey(box);
  }

  /** Tests for a box without cards from this number on in the database, as far as known. */
  boolean endsBefore(String box, long seq) {
    return lastCards.getOrDefault(box, Long.MAX_VALUE) < seq;
  }

  /** Returns the number of the last card, including added ones. */
  long lastCard(String box) {
    long last = lastCards.getOrDefault(box, 0L);
    for (Card card : cards.findAll(each -> each.box().equals(box))) {
      last = Math.max(last, card.seq());
    }
    return last;
  }

  /**
   * Returns the boxes to cache. Cards are kept only of the box of the head, since none is deleted
   * from that; and not if another transaction changed a box, as that may recur.
   */
  Map<String, CachedBox> entries(HeadLinks lead) {
    Map<String, CachedBox> all = new LinkedHashMap<>();
    if (!unchanged) {
      return all;
    }
    cached.forEach(
        (box, seen) -> all.put(box, box.equals(lead.box()) ? seen : seen.withoutCards()));
    for (String box : lastCards.keySet()) {
      if (rows.isLoaded(box)) {
        List<Card> kept = box.equals(lead.box()) ? cards(box) : null;
        all.put(box, new CachedBox(rows.row(box), lastCard(box), kept));
      }
    }
    if (lead.turn() == null || all.size() > MAX_BOXES) {
      all.keySet().removeIf(box -> !box.equals(lead.box()));
    }
    return all;
  }

  private @Nullable List<Card> cards(String box) {
    if (!cards.isListLoaded(box) && !endsBefore(box, 1)) {
      return null;
    }
    List<Card> all = cards.list(box, card -> card.box().equals(box));
    long characters = all.stream().mapToLong(card -> card.content().length()).sum();
    return all.size() <= MAX_CARDS && characters <= MAX_CHARACTERS ? all : null;
  }
}
