package dev.statute.jdbc.internal.turn;

import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A box as it was last seen. Agents share boxes, so whoever goes by it has the database say whether
 * it is still so.
 *
 * @param row null = there is none
 * @param lastCard the number of its last card
 * @param cards all of them; null = they are not known
 */
record CachedBox(@Nullable Box row, long lastCard, @Nullable List<Card> cards) {
  /** One that nobody has put anything into. */
  static final CachedBox EMPTY = new CachedBox(null, 0, List.of());

  /** In place of a checksum: there is no row. */
  static final long NO_ROW = -1;

  CachedBox {
    cards = cards == null ? null : List.copyOf(cards);
  }

  /** The same without its cards. */
  CachedBox withoutCards() {
    return new CachedBox(row, lastCard, null);
  }

  /** The checksum of the row. */
  long checksum() {
    return row == null ? NO_ROW : CardTables.BOXES.checksum(row);
  }
}
