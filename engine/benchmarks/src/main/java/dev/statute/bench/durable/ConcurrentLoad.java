package dev.statute.bench.durable;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Load with a constant number of operations in flight: each lane starts the next operation after
 * the last one.
 */
final class ConcurrentLoad {
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final CountDownLatch open;
  private volatile boolean ended;

  private ConcurrentLoad(int lanes) {
    open = new CountDownLatch(lanes);
  }

  /** Operation of a lane, by its number. */
  interface Lane extends LongFunction<CompletionStage<?>> {}

  /** Starts all lanes. */
  static ConcurrentLoad begin(int lanes, java.util.function.IntFunction<Lane> lane) {
    ConcurrentLoad load = new ConcurrentLoad(lanes);
    for (int i = 0; i < lanes; i++) {
      load.next(lane.apply(i), 0);
    }
    return load;
  }

  private void next(Lane lane, long number) {
    if (ended) {
      open.countDown();
      return;
    }
    CompletionStage<?> stage = lane.apply(number);
    stage.whenComplete(
        (result, error) -> {
          if (error != null) {
            failure.compareAndSet(null, error);
            open.countDown();
          } else {
            done.incrementAndGet();
            next(lane, number + 1);
          }
        });
  }

  /** Number of finished operations. */
  long done() {
    Throwable error = failure.get();
    if (error != null) {
      throw new IllegalStateException("what was measured failed", error);
    }
    return done.get();
  }

  /** Starts no more operations, and waits for the running ones. */
  void end() throws InterruptedException {
    ended = true;
    if (!open.await(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("what was begun does not end");
    }
    done();
  }
}
