package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the turns of a store: claims what waits, has a {@link TurnHandler} do each round and
 * keeps the turn alive meanwhile, carries out calls of tools and reports what came of them, marks
 * what has left, and runs the watchdog. Any number of them may work on one store, in one process or
 * many; whatever one leaves behind when it dies, another one takes up or ends as the protocol says:
 *
 * <ul>
 *   <li>A round that was under way is not done again: its turn fails when its lease is over, and
 *       has a deliverable.
 *   <li>A tool that was under way is run again by whoever takes the call when nobody holds it any
 *       more, with the same key and the next attempt; a result that was reported is not repeated.
 * </ul>
 *
 * It looks when the doorbell rings, and once every {@code poll} by itself. Thread-safe.
 */
public final class TurnWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWorker.class);
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(10);

  private final Turns turns;
  private final TurnWorkerBuilder settings;
  private final Clock clock;
  private final WorkerSignals signals;
  private final TurnRunner turnRunner;
  private final ToolCallRunner toolCallRunner;
  private final Clock.Alarm alarm;
  private final Subscription rings;
  private Instant polled = Instant.MIN;
  private boolean running;
  private boolean wakeRequested;
  private final CompletableFuture<Boolean> signalsIdle = new CompletableFuture<>();
  private boolean closed;

  TurnWorker(Turns turns, TurnWorkerBuilder settings) {
    this.turns = turns;
    this.settings = settings;
    clock = turns.dependencies().clock();
    signals = new WorkerSignals(turns);
    turnRunner = new TurnRunner(turns, settings, signals, this::wakeUp);
    toolCallRunner = new ToolCallRunner(turns, settings, signals, this::wakeUp);
    alarm = clock.alarm(this::wakeUp);
    rings = turns.dependencies().doorbell().listen(topic -> wakeUp());
    turns.localWorkers().add(turnRunner);
    wakeUp();
  }

  /** One for these turns, to be told what it can do. */
  public static TurnWorkerBuilder builder(Turns turns) {
    return new TurnWorkerBuilder(turns);
  }

  /** Looks soon, on a thread of its executor; once more if it is looking now. */
  private void wakeUp() {
    synchronized (this) {
      if (closed) {
        return;
      }
      wakeRequested = true;
      if (running) {
        return;
      }
      running = true;
    }
    try {
      settings.executor().execute(this::runLoop);
    } catch (Throwable e) {
      LOG.warn("worker {} has no thread to look on; it looks again soon", settings.name(), e);
      synchronized (this) {
        running = false;
        if (closed) {
          signalsIdle.complete(true);
          return;
        }
      }
      alarm.set(clock.now().plus(settings.poll()));
    }
  }

  /** What happened, without the wrapping of futures. */
  static Throwable cause(Throwable error) {
    Throwable cause = error.getCause();
    return error instanceof CompletionException && cause != null ? cause : error;
  }

  private void runLoop() {
    while (true) {
      synchronized (this) {
        if (!wakeRequested || closed) {
          running = false;
          if (closed) {
            signalsIdle.complete(true);
          }
          return;
        }
        wakeRequested = false;
      }
      try {
        runOnce();
      } catch (Throwable e) {
        LOG.warn("worker {} cannot look at its store; it looks again soon", settings.name(), e);
      }
      alarm.set(clock.now().plus(settings.poll()));
    }
  }

  private void runOnce() {
    Instant now = clock.now();
    if (!now.isBefore(polled.plus(settings.poll())) || now.isBefore(polled)) {
      polled = now;
      runSafely(() -> turnRunner.heartbeat(now));
      runSafely(() -> toolCallRunner.heartbeat(now));
      runSafely(
          () -> {
            int unused = turns.tick(settings.concurrency()).toCompletableFuture().join();
          });
      runSafely(() -> toolCallRunner.releaseExpired(now));
      runSafely(signals::publish);
    }
    runSafely(() -> turnRunner.claim(now));
    runSafely(() -> toolCallRunner.claim(now));
  }

  /** What fails of one thing, as rows of one agent are damaged, keeps no other from being done. */
  private void runSafely(Runnable part) {
    try {
      part.run();
    } catch (Throwable e) {
      LOG.warn("worker {} cannot look at its store; it looks again soon", settings.name(), e);
    }
  }

  /**
   * Whether it has nothing under way, and the store nothing that it could begin at once: what it
   * tried and cannot do, for want of a chart or because of damage, does not count.
   */
  public boolean isIdle() {
    return endings().findAny().isEmpty() && turns.isIdle();
  }

  /**
   * Begins nothing more, and waits a few seconds for what is under way; then that is stopped.
   * Called by a handler, a tool or who is told, it does not wait for itself: that is done behind
   * it.
   */
  @Override
  public void close() {
    turns.localWorkers().remove(turnRunner);
    turnRunner.close();
    rings.close();
    alarm.clear();
    synchronized (this) {
      closed = true;
      if (!running) {
        signalsIdle.complete(true);
      }
    }
    if (settings.ownsExecutor()) {
      Thread end = new Thread(this::end, "statute-turns-close");
      end.setDaemon(true);
      end.start();
    } else {
      end();
    }
  }

  private void end() {
    try {
      signalsIdle.thenCompose(none -> ended()).get(GRACE_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      LOG.info("worker {} ends with work under way", settings.name());
    }
    endings().forEach(StopSignal::request);
  }

  /** Completes when all that is under way now is over. */
  private CompletableFuture<Void> ended() {
    return CompletableFuture.allOf(
        endings().map(StopSignal::ended).toArray(CompletableFuture[]::new));
  }

  private Stream<StopSignal> endings() {
    return Stream.concat(turnRunner.endings(), toolCallRunner.endings());
  }
}
