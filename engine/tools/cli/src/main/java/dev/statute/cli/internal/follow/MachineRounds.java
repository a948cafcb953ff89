package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
import dev.statute.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of following by the machine's clock, four per second, until a signal, the end of the
 * source or a silence of a given length.
 */
final class MachineRounds implements FollowCommand.Rounds {
  private static final Duration ROUND = Duration.ofMillis(250);
  private static final int STOP_SECONDS = 10;

  private final Clock clock;
  private final @Nullable Duration limit;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isStopped;
  private volatile int exitCode;
  private Instant lastRead;

  /**
   * Creates the rounds.
   *
   * @param limit silence that ends them; null = none does
   */
  MachineRounds(Clock clock, @Nullable Duration limit) {
    this.clock = clock;
    this.limit = limit;
    this.lastRead = clock.now();
  }

  /** Ends the rounds at a signal to the process, which then ends with the exit code. */
  void stopAtSignal(Console console) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(console), "end of following"));
  }

  private void stop(Console console) {
    if (ended.getCount() == 0) {
      return;
    }
    isStopped = true;
    try {
      if (ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(exitCode);
      }
      console.printNotice(
          "the end took longer than " + STOP_SECONDS + " s; commands of --exec may not have run");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean next(LogSource source, boolean hasRead) throws InterruptedException {
    Instant now = clock.now();
    if (hasRead) {
      lastRead = now;
    }
    boolean isSilent = limit != null && Duration.between(lastRead, now).compareTo(limit) >= 0;
    if (isStopped || isSilent) {
      return false;
    }
    source.await(ROUND);
    return !isStopped;
  }

  @Override
  public void end(int code) {
    exitCode = code;
    ended.countDown();
  }
}
