package dev.statute.flink;

import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Log of a fleet that asks the test for the end of a task manager at drawn records, once each, and
 * ends at a limit until the job is stopped. The tasks run in the process of the test and share its
 * static fields.
 */
record ScriptedLog(ArrayList<FleetLine> log) implements GeneratorFunction<Long, FleetLine> {
  /** Request of the source to the test. */
  enum Request {
    KILL,
    STOP
  }

  /** Records at which a task manager is still to be killed. */
  static final Set<Long> KILLS = ConcurrentHashMap.newKeySet();

  static final BlockingQueue<Request> REQUESTS = new LinkedBlockingQueue<>();

  private static volatile long limit;
  private static volatile boolean full;

  /** Opens the log up to and including a record. */
  static void open(long last) {
    REQUESTS.clear();
    limit = last;
    full = false;
  }

  @Override
  public FleetLine map(Long number) throws InterruptedException {
    if (KILLS.remove(number)) {
      REQUESTS.add(Request.KILL);
      // until the task is cancelled; no checkpoint completes before, so that outputs are lost
      new CountDownLatch(1).await();
    }
    if (number == limit && number < log.size() - 1) {
      full = true;
      REQUESTS.add(Request.STOP);
    }
    return log.get(number.intValue());
  }

  /** Gate that holds back all records after the limit without a waiting thread. */
  static final class Gate implements RateLimiter<SourceSplit> {
    @Override
    public CompletionStage<Void> acquire(int requests) {
      return full ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
    }
  }
}
