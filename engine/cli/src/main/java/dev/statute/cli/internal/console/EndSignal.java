package dev.statute.cli.internal.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or another request to end, at which a command hands over what it has and ends with its own
 * exit code. Thread-safe.
 */
public final class EndSignal {
  private static final int SECONDS = 10;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean raised;
  private volatile int exitCode;

  /**
   * Waits for signals to this process. The process ends when the command did, or after a time.
   *
   * @param onRaised wakes the command up
   * @param late notice if the command does not end in time
   */
  public void register(Console console, Runnable onRaised, String late) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(console, onRaised, late), "stop signal"));
  }

  private void stop(Console console, Runnable onRaised, String late) {
    if (ended.getCount() == 0) {
      return;
    }
    raise();
    onRaised.run();
    try {
      if (ended.await(SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(exitCode);
      }
      console.printNotice("the end took longer than " + SECONDS + " s; " + late);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public void raise() {
    raised = true;
  }

  public boolean isRaised() {
    return raised;
  }

  /** Reports the end of the command, whose output is written. */
  public void end(int code) {
    exitCode = code;
    ended.countDown();
  }
}
