package dev.statute.jdbc.internal.turn;

import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Last seen state of a box. Agents share boxes, so a transaction that relies on it lets the
 * database verify it.
 *
 * @param row null = there is none
 * @param lastCard the number of its last card
 * @param cards all of them; null = unknown
 */
record CachedBox(@Nullable Box row, long lastCard, @Nullable List<Card> cards) {
  /** Box without content. */
  static final CachedBox EMPTY = new CachedBox(null, 0, List.of());

  /** Stands in place of a checksum if there is no row. */
  static final long NO_ROW = -1;

  CachedBox {
    cards = cards == null ? null : List.copyOf(cards);
  }

  /** Returns this box without its cards. */
  CachedBox withoutCards() {
    return new CachedBox(row, lastCard, null);
  }

  /** Returns the checksum of the row. */
  long checksum() {
    return row == null ? NO_ROW : CardTables.BOXES.checksum(row);
  }
}
