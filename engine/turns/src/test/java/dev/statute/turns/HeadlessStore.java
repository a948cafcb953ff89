package dev.statute.turns;

import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnTransaction;
import org.jspecify.annotations.Nullable;

/** Store that can lose a head, like a deleted row. */
final class HeadlessStore extends ForwardingTurnStore {
  private boolean lost;

  HeadlessStore() {
    super(new MemoryTurnStore());
  }

  void loseHead() {
    lost = true;
  }

  @Override
  protected TurnTransaction wrap(TurnTransaction tx) {
    return new ForwardingTurnTransaction(tx) {
      @Override
      public @Nullable Head head() {
        return lost ? null : super.head();
      }

      @Override
      public boolean create(Head head) {
        Head old = super.head();
        if (lost && old != null) {
          lost = false;
          return super.update(head, old.turnEpoch(), old.rev());
        }
        return super.create(head);
      }
    };
  }
}
