package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore.ClaimedEvent;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Claimed tool call of a worker, until its result is stored. Thread-safe. */
final class HeldCall {
  final ClaimedEvent taken;
  final StopSignal ending = new StopSignal();

  /** Result that the store has not accepted yet. */
  volatile @Nullable ToolReport unreported;

  /** Call to be extended while its tool runs, and the limit of that. */
  private volatile @Nullable String call;

  private volatile Instant longest = Instant.MIN;

  void extended(String id, Instant until) {
    longest = until;
    call = id;
  }

  /** Consecutive failures of its report although the store answers. */
  final AtomicInteger failures = new AtomicInteger();

  HeldCall(ClaimedEvent taken) {
    this.taken = taken;
  }

  Event event() {
    return taken.event();
  }

  @Nullable String call() {
    return call;
  }

  Instant longest() {
    return longest;
  }
}
