package dev.statute.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which of several writers writes for an agent. A group of turns takes nearly as many statements
 * when it is small, so another writer takes more of the processors, and is of use only where it can
 * work while the first waits for the database: a few turns are written by the first, and each
 * further one takes its share when there are more. While something of an agent is under way, all of
 * it goes to the same writer, one after the other. Thread-safe.
 */
final class WriterAffinity {
  private final List<? extends WriteQueue> writers;

  /** From how many in flight on a writer more takes its share; fewer if there are processors. */
  private final int enough;

  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile int open = 1;

  /**
   * @param processors how many of them there are to work for the writers
   */
  WriterAffinity(List<? extends WriteQueue> writers, int processors) {
    this.writers = List.copyOf(writers);
    enough = Math.max(4, 16 / processors);
  }

  /** Does what it is given in the order in which it came. */
  interface WriteQueue {
    <T> CompletableFuture<T> submit(StoreWrite<T> write);
  }

  /** The writer of an agent, and how much of the agent is under way. */
  private record Lane(WriteQueue writer, int underWay) {
    Lane with(int more) {
      return new Lane(writer, underWay + more);
    }
  }

  <T> CompletableFuture<T> submit(String agent, StoreWrite<T> write) {
    if (writers.size() == 1) {
      return writers.get(0).submit(write);
    }
    widen(underWay.incrementAndGet());
    Lane lane =
        lanes.compute(
            agent, (key, known) -> known == null ? new Lane(writer(key), 1) : known.with(1));
    CompletableFuture<T> done = lane.writer.submit(write);
    var unused =
        done.whenComplete(
            (value, error) -> {
              lanes.computeIfPresent(
                  agent, (key, known) -> known.underWay == 1 ? null : known.with(-1));
              narrow(underWay.decrementAndGet());
            });
    return done;
  }

  private WriteQueue writer(String agent) {
    return writers.get(Math.floorMod(agent.hashCode(), open));
  }

  private synchronized void widen(int now) {
    if (open < writers.size() && now > open * enough) {
      open++;
    }
  }

  /** Only where it is far less: whoever changes the writer leaves what is remembered. */
  private synchronized void narrow(int now) {
    if (open > 1 && now < (open - 1) * enough / 2) {
      open--;
    }
  }
}
