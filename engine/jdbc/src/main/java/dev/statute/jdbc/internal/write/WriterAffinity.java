package dev.statute.jdbc.internal.write;

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
  private final List<? extends WriteQueue> queues;

  /** From how many in flight on a writer more takes its share; fewer if there are processors. */
  private final int threshold;

  private final Map<String, WriterAssignment> assignments = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile int activeWriters = 1;

  /**
   * @param processors how many of them there are to work for the writers
   */
  WriterAffinity(List<? extends WriteQueue> writers, int processors) {
    this.queues = List.copyOf(writers);
    threshold = Math.max(4, 16 / processors);
  }

  /** Does what it is given in the order in which it came. */
  interface WriteQueue {
    <T> CompletableFuture<T> submit(StoreWrite<T> write);
  }

  /** The writer of an agent, and how much of the agent is under way. */
  private record WriterAssignment(WriteQueue queue, int inFlight) {
    WriterAssignment plus(int more) {
      return new WriterAssignment(queue, inFlight + more);
    }
  }

  <T> CompletableFuture<T> submit(String agent, StoreWrite<T> write) {
    if (queues.size() == 1) {
      return queues.get(0).submit(write);
    }
    grow(inFlight.incrementAndGet());
    WriterAssignment lane =
        assignments.compute(
            agent,
            (key, known) -> known == null ? new WriterAssignment(queueOf(key), 1) : known.plus(1));
    CompletableFuture<T> done = lane.queue.submit(write);
    var unused =
        done.whenComplete(
            (value, error) -> {
              assignments.computeIfPresent(
                  agent, (key, known) -> known.inFlight == 1 ? null : known.plus(-1));
              shrink(inFlight.decrementAndGet());
            });
    return done;
  }

  private WriteQueue queueOf(String agent) {
    return queues.get(Math.floorMod(agent.hashCode(), activeWriters));
  }

  private synchronized void grow(int now) {
    if (activeWriters < queues.size() && now > activeWriters * threshold) {
      activeWriters++;
    }
  }

  /** Only where it is far less: whoever changes the writer leaves what is remembered. */
  private synchronized void shrink(int now) {
    if (activeWriters > 1 && now < (activeWriters - 1) * threshold / 2) {
      activeWriters--;
    }
  }
}
