package dev.statute.turns.internal.protocol;

import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Boxes of cards. A box has one writer at a time; a second turn that wants to write gets a fork: a
 * new box that continues the old one.
 */
public final class CardBoxes {
  private final TurnTransaction tx;
  private final RowIds ids;

  public CardBoxes(TurnTransaction tx, RowIds ids) {
    this.tx = tx;
    this.ids = ids;
  }

  /**
   * Acquires the boxes of a new turn.
   *
   * @param context to read, or null
   * @param output to write; null = a new one. If another turn writes to it, or it equals the
   *     context, a fork is used: a context is never written to
   */
  TurnBoxes acquire(String turn, @Nullable String context, @Nullable String output) {
    long contextSeq = context == null ? 0 : last(context);
    String mine = output == null ? ids.id("box") : output;
    Box box = tx.box(mine);
    if (box == null && mine.equals(context)) {
      return acquire(turn, context, null); // nothing to continue
    }
    if (box == null) {
      if (!tx.add(new Box(mine, turn, null, 0))) {
        throw new WriteConflict("box " + mine);
      }
    } else if (mine.equals(context) || box.writer() != null || !tx.setWriter(mine, turn, null)) {
      long at = last(mine);
      String fork = ids.id("box");
      if (!tx.add(new Box(fork, turn, mine, at))) {
        throw new WriteConflict("box " + fork);
      }
      mine = fork;
    }
    return new TurnBoxes(context, contextSeq, mine);
  }

  /** Releases the box, if this turn is its writer. */
  void release(String box, String turn) {
    tx.setWriter(box, null, turn);
  }

  /** Returns the number of the last card visible in the box; 0 if there is none. */
  public long last(String box) {
    long own = tx.lastCard(box);
    if (own > 0) {
      return own;
    }
    Box row = tx.box(box);
    return row == null ? 0 : row.forkedAt();
  }

  /** Returns the cards up to a number, those of its fork origins first. */
  public List<Card> read(String box, long upTo) {
    List<List<Card>> parts = new ArrayList<>();
    String at = box;
    long to = upTo;
    while (at != null) {
      Box row = tx.box(at);
      long from = row == null ? 1 : row.forkedAt() + 1;
      parts.add(0, tx.cards(at, from, to));
      at = row == null ? null : row.forkedFrom();
      to = Math.min(to, row == null ? 0 : row.forkedAt());
    }
    return parts.stream().flatMap(List::stream).toList();
  }

  /**
   * Appends a card to a box.
   *
   * @throws WriteConflict if its number is taken
   */
  Card append(
      String box,
      String id,
      String type,
      @Nullable String turn,
      long epoch,
      String content,
      Instant at) {
    Card card = new Card(id, box, last(box) + 1, type, turn, epoch, content, at);
    if (!tx.add(card)) {
      throw new WriteConflict("card " + id);
    }
    return card;
  }
}
