package dev.statute.turns;

import dev.statute.turns.internal.protocol.TurnAssignment.Claimed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers of this process with free capacity. A transaction that makes a turn ready assigns it to
 * one of them, which saves the separate transaction of a claim, and with it a flush to disk.
 * Without capacity, workers claim the turn later. Thread-safe.
 */
final class LocalWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWorker.class);

  private final List<Recipient> workers = new CopyOnWriteArrayList<>();

  /** Worker that accepts assigned turns. */
  interface Recipient {
    String name();

    /** Reserves capacity for one turn; false = none is free. */
    boolean reserve();

    /** Releases the reservation, and starts the claimed turns. */
    void take(List<ClaimedTurn> claimed);
  }

  void add(Recipient recipient) {
    workers.add(recipient);
  }

  void remove(Recipient recipient) {
    workers.remove(recipient);
  }

  /**
   * Runs a transaction with a worker that has capacity, or without one.
   *
   * @param with receives the worker's name
   */
  CompletionStage<Ack> offer(
      Supplier<CompletionStage<Ack>> alone, Function<String, CompletionStage<Claimed>> with) {
    for (Recipient recipient : workers) {
      if (recipient.reserve()) {
        return offered(recipient, with).thenApply(Claimed::ack);
      }
    }
    return alone.get();
  }

  private static CompletionStage<Claimed> offered(
      Recipient recipient, Function<String, CompletionStage<Claimed>> with) {
    CompletionStage<Claimed> stage;
    try {
      stage = with.apply(recipient.name());
    } catch (Throwable e) {
      stage = CompletableFuture.failedStage(e);
    }
    return stage.whenComplete(
        (claimed, error) -> {
          try {
            recipient.take(error == null ? claimed.assignments() : List.of());
          } catch (Throwable e) {
            LOG.warn("worker {} cannot start its claimed turns", recipient.name(), e);
          }
        });
  }
}
