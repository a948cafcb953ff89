package dev.statute.turns;

import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.store.StoreException;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.TurnHandler.Deliver;
import dev.statute.turns.TurnHandler.Fail;
import dev.statute.turns.TurnHandler.Next;
import dev.statute.turns.TurnHandler.RoundInput;
import dev.statute.turns.TurnHandler.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Running rounds of a worker. Thread-safe. */
final class TurnRunner implements LocalWorkers.Recipient {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWorker.class);

  /** Attempts to report a result that fails although the store answers. */
  static final int MAX_FAILURES = 3;

  private final Turns turns;
  private final TurnWorkerBuilder settings;
  private final WorkerSignals signals;
  private final Runnable wakeUp;
  private final Map<Lease, HeldTurn> held = new ConcurrentHashMap<>();

  /** Reserved capacity for assigned turns. */
  private int reserved;

  private boolean closed;

  /** Time of its last poll, at which its threads were alive. */
  private Instant lastPoll = Instant.MIN;

  TurnRunner(Turns turns, TurnWorkerBuilder settings, WorkerSignals signals, Runnable wakeUp) {
    this.signals = signals;
    this.turns = turns;
    this.settings = settings;
    this.wakeUp = wakeUp;
  }

  private static final class HeldTurn {
    final ClaimedTurn turn;
    final StopSignal ending = new StopSignal();
    volatile Instant beaten;

    /** Result that the store has not accepted yet. */
    volatile @Nullable Next unreported;

    /** Consecutive failures of its report although the store answers. */
    final AtomicInteger failures = new AtomicInteger();

    HeldTurn(ClaimedTurn turn, Instant now) {
      this.turn = turn;
      beaten = now;
    }
  }

  /** Claims waiting turns within the capacity. */
  void claim(Instant now) {
    int room;
    synchronized (this) {
      lastPoll = now;
      room = Math.max(0, freeSlots());
      reserved += room;
    }
    try {
      if (room > 0) {
        begin(claimed(room), now);
      }
    } finally {
      release(room);
    }
  }

  private List<ClaimedTurn> claimed(int room) {
    return turns
        .claim(settings.name(), room)
        .exceptionally(
            error -> {
              LOG.debug("no turn can be claimed; each was reported by its agent", error);
              return List.of();
            })
        .toCompletableFuture()
        .join();
  }

  private synchronized void release(int room) {
    reserved -= room;
  }

  private synchronized int freeSlots() {
    return settings.turnHandler() == null || closed
        ? 0
        : settings.concurrency() - held.size() - reserved;
  }

  private void begin(List<ClaimedTurn> claimed, Instant now) {
    TurnHandler handler = settings.turnHandler();
    if (handler == null) {
      return;
    }
    for (ClaimedTurn turn : claimed) {
      HeldTurn one = new HeldTurn(turn, now);
      held.put(turn.lease(), one);
      try {
        settings.executor().execute(() -> round(handler, one));
      } catch (Throwable e) {
        settle(one, failed(one, e));
      }
    }
  }

  @Override
  public String name() {
    return settings.name();
  }

  /** Refuses if it has not polled for a while, since its threads may hang. */
  @Override
  public synchronized boolean reserve() {
    Instant now = turns.dependencies().clock().now();
    if (freeSlots() <= 0 || now.isAfter(lastPoll.plus(settings.poll().multipliedBy(2)))) {
      return false;
    }
    reserved++;
    return true;
  }

  @Override
  public void take(List<ClaimedTurn> claimed) {
    try {
      begin(claimed, turns.dependencies().clock().now());
    } finally {
      release(1);
    }
  }

  /** Accepts no more turns. */
  synchronized void close() {
    closed = true;
  }

  private void round(TurnHandler handler, HeldTurn one) {
    signals.set(one.turn.lease().agent(), WorkerSignals.THINKING, 0);
    Next next;
    try {
      next = handler.next(new RoundInput(one.turn, turns.results(one.turn), one.ending));
      if (next == null) {
        next = new Fail(Map.of("error", "the handler did not say how the turn goes on"));
      }
    } catch (Throwable e) {
      next = failed(one, e);
    }
    settle(one, next);
  }

  /** Converts a throwable, including an {@link Error}, to the end of the turn. */
  private static Next failed(HeldTurn one, Throwable e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    String why = one.ending.isRequested() ? "the worker was stopped" : text(e);
    LOG.warn("the handler of turn {} failed: {}", one.turn.lease().turn(), why, e);
    return new Fail(Map.of("error", why));
  }

  static String text(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? "it failed and gave no reason" : message;
  }

  private void settle(HeldTurn one, Next next) {
    CompletionStage<Ack> answer;
    try {
      answer = report(one.turn.lease(), next);
    } catch (Throwable e) {
      answer = CompletableFuture.failedStage(e);
    }
    var unused =
        answer.whenComplete(
            (ack, error) -> {
              if (error != null) {
                onReportFailed(one, next, error);
              } else if (ack.kind() == Kind.REFUSED && !(next instanceof Fail)) {
                settle(one, new Fail(Map.of("error", ack.message())));
              } else {
                if (!ack.isAccepted()) {
                  LOG.warn("turn {}: {}", one.turn.lease().turn(), ack.message());
                }
                finish(one, next);
                end(one);
              }
            });
  }

  /**
   * Handles a failed report. It is repeated while the store fails; a result that cannot be
   * reported, such as one that no text can represent, fails the turn; if that cannot be reported
   * either, the lease expires.
   */
  private void onReportFailed(HeldTurn one, Next next, Throwable error) {
    Throwable cause = ExceptionHandling.cause(error);
    if (cause instanceof StoreException || one.failures.incrementAndGet() < MAX_FAILURES) {
      LOG.warn("turn {} is reported again soon", one.turn.lease().turn(), error);
      one.unreported = next;
    } else if (next instanceof Fail) {
      LOG.error("turn {} cannot be failed; its lease expires", one.turn.lease().turn(), error);
      end(one);
    } else {
      LOG.warn("the result of turn {} cannot be reported", one.turn.lease().turn(), error);
      one.failures.set(0);
      settle(one, new Fail(Map.of("error", text(cause))));
    }
  }

  private CompletionStage<Ack> report(Lease lease, Next next) {
    if (next instanceof Deliver deliver) {
      return turns.deliver(lease, deliver.result());
    }
    if (next instanceof Fail fail) {
      return turns.fail(lease, fail.reason());
    }
    if (next instanceof Wait wait) {
      return turns.suspend(lease, wait.step(), wait.calls());
    }
    throw new IllegalArgumentException("no way on for a turn: " + next);
  }

  private void finish(HeldTurn one, Next next) {
    String agent = one.turn.lease().agent();
    if (next instanceof Wait wait) {
      signals.set(agent, WorkerSignals.WAITING, wait.calls().size());
    } else {
      signals.set(agent, WorkerSignals.IDLE, 0);
    }
  }

  private void end(HeldTurn one) {
    held.remove(one.turn.lease());
    one.ending.markEnded();
    wakeUp.run();
  }

  /** Renews the leases, and repeats reports that failed. */
  void heartbeat(Instant now) {
    for (HeldTurn one : held.values()) {
      Next unreported = one.unreported;
      if (unreported != null) {
        one.unreported = null;
        settle(one, unreported);
      } else if (!now.isBefore(one.beaten.plus(settings.heartbeatInterval()))) {
        one.beaten = now;
        var unused =
            turns
                .heartbeat(one.turn.lease())
                .whenComplete(
                    (ack, error) -> {
                      if (ack != null && ack.kind() == Kind.LOST) {
                        one.ending.request();
                      }
                    });
      }
    }
  }

  /** Returns the stop signals of the running rounds. */
  Stream<StopSignal> endings() {
    return held.values().stream().map(one -> one.ending);
  }
}
