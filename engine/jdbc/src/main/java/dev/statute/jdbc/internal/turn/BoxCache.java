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
 * What a transaction knows of how boxes end, and what is remembered of them from one transaction of
 * an agent to the next.
 */
final class BoxCache {
  /** What is more is not kept: many agents are remembered. */
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

  /** From now on it goes by what is remembered, which somebody has to look at afterwards. */
  void assumeCached() {
    assumesCached = true;
  }

  /** What is remembered; where the database was asked, what it said holds. */
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

  /** Takes a box for what is remembered of it, if it goes by that. */
  void assume(String box) {
    CachedBox seen = cached.get(box);
    if (assumesCached && seen != null) {
      assume(box, seen);
    }
  }

  /** The same; one of which nothing is remembered is taken for empty. */
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

  /** What it took boxes for. */
  Map<String, CachedBox> assumptions() {
    return assumptions;
  }

  /** The database has so many cards in a box. */
  void lastCard(String box, long seq) {
    lastCards.putIfAbsent(box, seq);
  }

  boolean hasLastCard(String box) {
    return lastCards.containsKey(box);
  }

  /** Whether the database has no card from this number on, as far as is known. */
  boolean endsBefore(String box, long seq) {
    return lastCards.getOrDefault(box, Long.MAX_VALUE) < seq;
  }

  /** The number of the last card, with those that it has added. */
  long lastCard(String box) {
    long last = lastCards.getOrDefault(box, 0L);
    for (Card card : cards.findAll(each -> each.box().equals(box))) {
      last = Math.max(last, card.seq());
    }
    return last;
  }

  /**
   * What is to be remembered. The cards are kept only of the box that the head names, since nobody
   * takes any away from that; and nothing where somebody else has changed a box meanwhile, as he
   * may do so again and again.
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
