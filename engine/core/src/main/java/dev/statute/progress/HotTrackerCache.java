package dev.statute.progress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The agents at work. Each has a seat, on which its newest tracker sits. An agent that is not
 * seated takes the next seat, all round, and whoever sits there comes to rest: he is packed by the
 * thread that took his place. So of all agents that there are, at most {@link #SEATS} are kept as
 * they are counted, some 4 KB each, and nobody has to say that an agent is idle.
 *
 * <p>A tracker that two go on from, or one that was kept while its agent went on, is seated only
 * once; the other is left as it is, and is as good. Thread-safe; nothing blocks.
 */
final class HotTrackerCache {
  static final int SEATS = 1_024;
  static final int NOWHERE = -1;

  private final AtomicReferenceArray<@Nullable ProgressTracker> seats =
      new AtomicReferenceArray<>(SEATS);
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Seats a tracker.
   *
   * @param before what it goes on from, and where that one was seated
   * @return its seat
   */
  int sit(ProgressTracker tracker, ProgressTracker before, int seat) {
    if (seat != NOWHERE && seats.compareAndSet(seat, before, tracker)) {
      return seat;
    }
    int free = next.getAndIncrement() & (SEATS - 1);
    ProgressTracker there = seats.getAndSet(free, tracker);
    if (there != null) {
      there.rest();
    }
    return free;
  }
}
