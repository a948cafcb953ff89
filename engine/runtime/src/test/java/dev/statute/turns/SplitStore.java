package dev.statute.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Writes some things in a transaction of their own, after the one that they belong to. */
final class SplitStore extends ForwardingTurnStore {
  private final Predicate<Object> later;

  SplitStore(TurnStore to, Predicate<Object> later) {
    super(to);
    this.later = later;
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, TurnWork<T> work) {
    List<Consumer<TurnTransaction>> rest = new ArrayList<>();
    CompletionStage<T> first =
        super.transact(
            agent,
            tx -> {
              rest.clear();
              return work.run(splitting(tx, rest));
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

  private TurnTransaction splitting(TurnTransaction tx, List<Consumer<TurnTransaction>> rest) {
    return new ForwardingTurnTransaction(tx) {
      @Override
      public void abandon() {
        rest.clear();
        super.abandon();
      }

      @Override
      public boolean add(TurnRecords.Event event) {
        return later.test(event) ? rest.add(each -> each.add(event)) : super.add(event);
      }

      @Override
      public boolean add(TurnRecords.Deliverable deliverable) {
        return later.test(deliverable)
            ? rest.add(each -> each.add(deliverable))
            : super.add(deliverable);
      }

      @Override
      public boolean put(TurnRecords.Head head, long turnEpoch, long rev) {
        return later.test(head)
            ? rest.add(each -> each.put(head, turnEpoch, rev))
            : super.put(head, turnEpoch, rev);
      }

      @Override
      public boolean change(TurnRecords.Message message, TurnStatuses.InboxStatus expected) {
        return later.test(message)
            ? rest.add(each -> each.change(message, expected))
            : super.change(message, expected);
      }
    };
  }
}
