package dev.statute.turns;

import dev.statute.turns.internal.protocol.WorkerProtocol.Claimed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of this process that have room: what makes a turn ready gives it to one of them in
 * the same transaction, so that a turn that is alone is flushed to the disk once less each time.
 * Others would have claimed it a moment later; where nobody has room, they do. Thread-safe.
 */
final class LocalWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWorker.class);

  private final List<Taker> workers = new CopyOnWriteArrayList<>();

  /** A worker that takes what it is given. */
  interface Taker {
    String name();

    /** Keeps room for one turn; false = there is none. */
    boolean reserve();

    /** Gives the room back, and begins with what was claimed for it. */
    void take(List<ClaimedTurn> claimed);
  }

  void add(Taker taker) {
    workers.add(taker);
  }

  void remove(Taker taker) {
    workers.remove(taker);
  }

  /**
   * Does something with a worker that has room, or alone if none has.
   *
   * @param with given the worker's name
   */
  CompletionStage<Ack> offer(
      Supplier<CompletionStage<Ack>> alone, Function<String, CompletionStage<Claimed>> with) {
    for (Taker taker : workers) {
      if (taker.reserve()) {
        return offered(taker, with).thenApply(Claimed::ack);
      }
    }
    return alone.get();
  }

  private static CompletionStage<Claimed> offered(
      Taker taker, Function<String, CompletionStage<Claimed>> with) {
    CompletionStage<Claimed> stage;
    try {
      stage = with.apply(taker.name());
    } catch (Throwable e) {
      stage = CompletableFuture.failedStage(e);
    }
    return stage.whenComplete(
        (claimed, error) -> {
          try {
            taker.take(error == null ? claimed.assignments() : List.of());
          } catch (Throwable e) {
            LOG.warn("worker {} cannot begin with what it took", taker.name(), e);
          }
        });
  }
}
