package dev.statute.bench.durable;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Keeps so many things in flight: whenever one is done, its lane begins the next. */
final class ConcurrentLoad {
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final CountDownLatch open;
  private volatile boolean ended;

  private ConcurrentLoad(int lanes) {
    open = new CountDownLatch(lanes);
  }

  /** What one lane does, given the number of the thing. */
  interface Lane extends LongFunction<CompletionStage<?>> {}

  /** Begins in all lanes. */
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

  /** How many are done. */
  long done() {
    Throwable error = failure.get();
    if (error != null) {
      throw new IllegalStateException("what was measured failed", error);
    }
    return done.get();
  }

  /** Begins nothing more, and waits for what is under way. */
  void end() throws InterruptedException {
    ended = true;
    if (!open.await(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("what was begun does not end");
    }
    done();
  }
}
