package dev.statute.jdbc;

import dev.statute.jdbc.AgentCache.Lead;
import dev.statute.turns.TurnRecords.Box;
import dev.statute.turns.TurnRecords.Card;
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
  private static final int MOST_BOXES = 8;

  private static final int MOST_CARDS = 128;
  private static final int MOST_CHARACTERS = 16_384;

  private final RowBuffer<String, Box> rows;
  private final RowBuffer<String, Card> cards;
  private final Map<String, Long> lasts = new HashMap<>();
  private final Map<String, CachedBox> guesses = new LinkedHashMap<>();
  private Map<String, CachedBox> before = Map.of();
  private boolean guessing;
  private boolean steady = true;

  BoxCache(RowBuffer<String, Box> rows, RowBuffer<String, Card> cards) {
    this.rows = rows;
    this.cards = cards;
  }

  /** From now on it goes by what is remembered, which somebody has to look at afterwards. */
  void goByMemory() {
    guessing = true;
  }

  /** What is remembered; where the database was asked, what it said holds. */
  void remembered(Map<String, CachedBox> boxes) {
    before = boxes;
    boxes.forEach(
        (box, seen) -> {
          Long last = lasts.get(box);
          if (last != null) {
            compare(box, seen, last);
          }
        });
  }

  private void compare(String box, CachedBox seen, long last) {
    boolean same = last == seen.last() && Objects.equals(rows.row(box), seen.row());
    steady &= same;
    List<Card> all = seen.cards();
    if (same && all != null && !cards.lists(box)) {
      cards.listed(box, all); // cards never change
    }
  }

  /** Takes a box for what is remembered of it, if it goes by that. */
  void guess(String box) {
    CachedBox seen = before.get(box);
    if (guessing && seen != null) {
      guess(box, seen);
    }
  }

  /** The same; one of which nothing is remembered is taken for empty. */
  void guessOrEmpty(String box) {
    guess(box, before.getOrDefault(box, CachedBox.EMPTY));
  }

  private void guess(String box, CachedBox seen) {
    if (guesses.putIfAbsent(box, seen) == null) {
      rows.found(box, seen.row());
      last(box, seen.last());
      List<Card> all = seen.cards();
      if (all != null) {
        cards.listed(box, all);
      }
    }
  }

  /** What it took boxes for. */
  Map<String, CachedBox> guesses() {
    return guesses;
  }

  /** The database has so many cards in a box. */
  void last(String box, long seq) {
    lasts.putIfAbsent(box, seq);
  }

  boolean hasLast(String box) {
    return lasts.containsKey(box);
  }

  /** Whether the database has no card from this number on, as far as is known. */
  boolean endsBefore(String box, long seq) {
    return lasts.getOrDefault(box, Long.MAX_VALUE) < seq;
  }

  /** The number of the last card, with those that it has added. */
  long last(String box) {
    long last = lasts.getOrDefault(box, 0L);
    for (Card card : cards.all(each -> each.box().equals(box))) {
      last = Math.max(last, card.seq());
    }
    return last;
  }

  /**
   * What is to be remembered. The cards are kept only of the box that the head names, since nobody
   * takes any away from that; and nothing where somebody else has changed a box meanwhile, as he
   * may do so again and again.
   */
  Map<String, CachedBox> seen(Lead lead) {
    Map<String, CachedBox> all = new LinkedHashMap<>();
    if (!steady) {
      return all;
    }
    before.forEach((box, seen) -> all.put(box, box.equals(lead.box()) ? seen : seen.end()));
    for (String box : lasts.keySet()) {
      if (rows.knows(box)) {
        List<Card> kept = box.equals(lead.box()) ? cards(box) : null;
        all.put(box, new CachedBox(rows.row(box), last(box), kept));
      }
    }
    if (lead.turn() == null || all.size() > MOST_BOXES) {
      all.keySet().removeIf(box -> !box.equals(lead.box()));
    }
    return all;
  }

  private @Nullable List<Card> cards(String box) {
    if (!cards.lists(box) && !endsBefore(box, 1)) {
      return null;
    }
    List<Card> all = cards.list(box, card -> card.box().equals(box));
    long characters = all.stream().mapToLong(card -> card.content().length()).sum();
    return all.size() <= MOST_CARDS && characters <= MOST_CHARACTERS ? all : null;
  }
}
