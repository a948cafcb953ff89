package dev.statute.jdbc.internal.write;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Assignment of agents to writers. A small group of turns takes nearly as many statements as a
 * large one, so another writer costs processor time, and helps only if it can work while the first
 * waits for the database: the first one writes a few turns, and further ones take their share of
 * more. While transactions of an agent are under way, all of them go to the same writer, in
 * sequence. Thread-safe.
 */
final class WriterAffinity {
  private final List<? extends WriteQueue> queues;

  /**
   * Number in flight per writer from which another one takes its share; lower with more processors.
   */
  private final int threshold;

  private final Map<String, WriterAssignment> assignments = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile int activeWriters = 1;

  /**
   * Creates an assignment.
   *
   * @param processors number of processors for the writers
   */
  WriterAffinity(List<? extends WriteQueue> writers, int processors) {
    this.queues = List.copyOf(writers);
    threshold = Math.max(4, 16 / processors);
  }

  /** Queue of writes, executed in order. */
  interface WriteQueue {
    <T> CompletableFuture<T> submit(StoreWrite<T> write);
  }

  /** Writer of an agent, and the number of its writes under way. */
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

  /** Reduces the number of writers only at a far lower load: a change of writer loses its cache. */
  private synchronized void shrink(int now) {
    if (activeWriters > 1 && now < (activeWriters - 1) * threshold / 2) {
      activeWriters--;
    }
  }
}
