package dev.statute.bench.flink;

import dev.statute.flink.FleetLine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Log of a fleet by number: the instances in turn, one event each. It waits after its last line if
 * it is told to, so that the job stays with all its state.
 */
record DrawnLog(int instances, long lines, boolean waits)
    implements GeneratorFunction<Long, FleetLine> {
  static final String CHART =
      """
      chart: order
      data: { n: 0, last: "" }
      initial: open
      states:
        open:
          on:
            Add: { do: [ { assign: { n: data.n + 1, last: event.item } } ] }
            Pay: { to: paid, when: data.n > 0 }
          after: { 1h: idle }
        idle: { on: { Add: open } }
        paid: { on: { Add: open }, after: { 1d: done } }
        done: { final: true }
      """;
  private static final String[] TEXTS = texts();

  /** Latch that opens with the last line; the cluster runs in this process. */
  private static volatile CountDownLatch end = new CountDownLatch(1);

  private static volatile boolean full;

  private static String[] texts() {
    String[] texts = new String[1024];
    for (int i = 0; i < texts.length; i++) {
      texts[i] =
          i % 4 == 3
              ? "{\"event\":\"Pay\",\"data\":{\"by\":\"card\",\"amount\":%d}}".formatted(i)
              : "{\"event\":\"Add\",\"data\":{\"item\":\"item-%d\",\"price\":%d}}".formatted(i, i);
    }
    return texts;
  }

  /** Closes the end again, before a job. */
  static void reset() {
    end = new CountDownLatch(1);
    full = false;
  }

  /** Waits until the last line was read. */
  static void awaitEnd() throws InterruptedException {
    end.await();
  }

  static String instance(long number, int instances) {
    return "order-" + number % instances;
  }

  static String text(long number, int instances) {
    return TEXTS[(int) ((number / instances + number) & 1023)];
  }

  @Override
  public FleetLine map(Long number) {
    if (number == lines - 1) {
      full = waits;
      end.countDown();
    }
    return new FleetLine(instance(number, instances), "order", text(number, instances));
  }

  /** Gate behind the last line, without a waiting thread. */
  static final class Gate implements RateLimiter<SourceSplit> {
    @Override
    public CompletionStage<Void> acquire(int requests) {
      return full ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
    }
  }
}
