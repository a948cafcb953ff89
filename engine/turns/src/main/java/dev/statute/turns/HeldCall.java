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

  /** Null = its call is not extended. */
  volatile @Nullable Extension extension;

  /** Consecutive failures of its report although the store answers. */
  final AtomicInteger failures = new AtomicInteger();

  HeldCall(ClaimedEvent taken) {
    this.taken = taken;
  }

  /** Extension of a call while its tool runs, until a limit. */
  record Extension(String call, Instant limit) {}

  Event event() {
    return taken.event();
  }
}
