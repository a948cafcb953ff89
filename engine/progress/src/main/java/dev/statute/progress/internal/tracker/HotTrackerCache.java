package dev.statute.progress.internal.tracker;

import dev.statute.progress.internal.state.TrackerState;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Ring of the {@link #SLOTS} most recently used agents, with their progress unpacked, at some 4 KB
 * each. A new agent takes the next slot of the ring; the progress that occupies it is packed on the
 * inserting thread. So no caller has to report that an agent is idle.
 *
 * <p>Of several successors of one progress only the first replaces it in its slot; the others take
 * slots of their own. Thread-safe, lock-free.
 */
final class HotTrackerCache {
  static final int SLOTS = 1_024;

  private final AtomicReferenceArray<@Nullable TrackedProgress> slots =
      new AtomicReferenceArray<>(SLOTS);
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Replaces the progress of an agent, or inserts it.
   *
   * @param slot slot of the progress before, or {@link TrackerState#NO_SLOT}
   * @return slot of the progress after
   */
  int replace(TrackedProgress before, int slot, TrackedProgress after) {
    if (slot != TrackerState.NO_SLOT && slots.compareAndSet(slot, before, after)) {
      return slot;
    }
    int free = next.getAndIncrement() & (SLOTS - 1);
    TrackedProgress evicted = slots.getAndSet(free, after);
    if (evicted != null) {
      evicted.pack();
    }
    return free;
  }
}
