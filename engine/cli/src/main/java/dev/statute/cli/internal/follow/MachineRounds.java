package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.EndSignal;
import dev.statute.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of following by the machine's clock, four per second, until a signal, the end of the
 * source or a silence of a given length.
 */
final class MachineRounds implements FollowCommand.Rounds {
  private static final Duration ROUND = Duration.ofMillis(250);

  private final Clock clock;
  private final @Nullable Duration limit;
  private final EndSignal stopSignal = new EndSignal();
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
    stopSignal.register(console, () -> {}, "commands of --exec may not have run");
  }

  @Override
  public boolean next(LogSource source, boolean hasRead) throws InterruptedException {
    Instant now = clock.now();
    if (hasRead) {
      lastRead = now;
    }
    boolean isSilent = limit != null && Duration.between(lastRead, now).compareTo(limit) >= 0;
    if (stopSignal.isRaised() || isSilent) {
      return false;
    }
    source.await(ROUND);
    return !stopSignal.isRaised();
  }

  @Override
  public void end(int code) {
    stopSignal.end(code);
  }
}
