package dev.statute.turns;

import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** Store that writes some rows in a separate transaction, after the one that they belong to. */
final class SplitTransactionStore extends ForwardingTurnStore {
  private final Predicate<Object> deferred;

  SplitTransactionStore(TurnStore to, Predicate<Object> later) {
    super(to);
    this.deferred = later;
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, Function<TurnTransaction, T> work) {
    List<Consumer<TurnTransaction>> rest = new ArrayList<>();
    CompletionStage<T> first =
        super.transact(
            agent,
            tx -> {
              rest.clear();
              return work.apply(splitTransaction(tx, rest));
            });
    return first.thenCompose(
        value ->
            rest.isEmpty()
                ? first
                : super.transact(
                    agent,
                    tx -> {
                      rest.forEach(write -> write.accept(tx));
                      return value;
                    }));
  }

  private TurnTransaction splitTransaction(
      TurnTransaction tx, List<Consumer<TurnTransaction>> rest) {
    return new ForwardingTurnTransaction(tx) {
      @Override
      public void abandon() {
        rest.clear();
        super.abandon();
      }

      @Override
      public boolean add(TurnRecords.Event event) {
        return deferred.test(event) ? rest.add(each -> each.add(event)) : super.add(event);
      }

      @Override
      public boolean add(TurnRecords.Deliverable deliverable) {
        return deferred.test(deliverable)
            ? rest.add(each -> each.add(deliverable))
            : super.add(deliverable);
      }

      @Override
      public boolean update(TurnRecords.Head head, long turnEpoch, long rev) {
        return deferred.test(head)
            ? rest.add(each -> each.update(head, turnEpoch, rev))
            : super.update(head, turnEpoch, rev);
      }

      @Override
      public boolean update(TurnRecords.Message message, TurnStatuses.InboxStatus expected) {
        return deferred.test(message)
            ? rest.add(each -> each.update(message, expected))
            : super.update(message, expected);
      }
    };
  }
}
