package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.runtime.support.FailureLog;
import dev.statute.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker on the turns of a store: claims waiting turns, runs a {@link TurnHandler} for each round
 * and renews the lease, executes tool calls and reports their results, publishes events, and runs
 * the watchdog. Any number of workers may share a store, in one process or many; after the death of
 * one, another continues or ends its work as the protocol defines:
 *
 * <ul>
 *   <li>An interrupted round is not repeated: its turn fails when its lease expires, with a
 *       deliverable.
 *   <li>An interrupted tool is run again by the worker that claims the call after its hold expires,
 *       with the same key and the next attempt; a reported result is not repeated.
 * </ul>
 *
 * It polls on each ring of the doorbell, and once every {@code poll}. Thread-safe.
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
  private final FailureLog failures = new FailureLog(LOG);
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
    alarm = clock.steady().alarm(this::wakeUp);
    rings = turns.dependencies().doorbell().listen(topic -> wakeUp());
    turns.localWorkers().add(turnRunner);
    wakeUp();
  }

  /** Returns a builder of a worker on these turns. */
  public static TurnWorkerBuilder builder(Turns turns) {
    return new TurnWorkerBuilder(turns);
  }

  /** Schedules a poll on a thread of its executor, after the running one if there is one. */
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
      LOG.warn("worker {} has no thread to poll; it polls again soon", settings.name(), e);
      synchronized (this) {
        running = false;
        if (closed) {
          signalsIdle.complete(true);
          return;
        }
      }
      alarm.set(clock.steady().now().plus(settings.poll()));
    }
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
        LOG.warn("worker {} cannot poll its store; it polls again soon", settings.name(), e);
      }
      alarm.set(clock.steady().now().plus(settings.poll()));
    }
  }

  private void runOnce() {
    Instant now = clock.now();
    if (!now.isBefore(polled.plus(settings.poll())) || now.isBefore(polled)) {
      polled = now;
      attempt("renew its turns", () -> turnRunner.heartbeat(now));
      attempt("renew its calls", () -> toolCallRunner.heartbeat(now));
      attempt(
          "end what is late",
          () -> {
            int unused = turns.tick(settings.concurrency()).toCompletableFuture().join();
          });
      attempt("release calls that are over", () -> toolCallRunner.releaseExpired(now));
      attempt("publish what its agents do", signals::publish);
    }
    attempt("claim turns", () -> turnRunner.claim(now));
    attempt("claim calls", () -> toolCallRunner.claim(now));
  }

  /**
   * Does one part of the work; its failure, for example on damaged rows of one agent, affects no
   * other part.
   */
  private void attempt(String part, Runnable work) {
    failures.run(part + " (worker " + settings.name() + ")", work);
  }

  /**
   * Tests for an idle worker: nothing is under way, and the store has nothing that it could start
   * at once, apart from work that it tried and cannot do, for lack of a chart or because of damage.
   */
  public boolean isIdle() {
    return endings().findAny().isEmpty() && turns.isIdle();
  }

  /**
   * Starts nothing more, and waits a few seconds for running work, then stops it. A call from its
   * own handler, tool or listener does not wait; the rest runs in the background.
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

  /** Completes when all work that is running now has ended. */
  private CompletableFuture<Void> ended() {
    return CompletableFuture.allOf(
        endings().map(StopSignal::ended).toArray(CompletableFuture[]::new));
  }

  private Stream<StopSignal> endings() {
    return Stream.concat(turnRunner.endings(), toolCallRunner.endings());
  }
}
