package dev.statute.cli.internal.follow;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Source of growing logs. Confined to one thread. */
interface LogSource extends Closeable {
  /**
   * Reads what was written since the last call. Logs may be read by several threads at once, each
   * by one.
   *
   * @param whenRead receives each log that was read, in the order of the logs, on this thread
   * @return whether there was anything
   */
  boolean read(Consumer<FollowedLog> whenRead) throws IOException;

  /** Waits until there may be more to read, at most for so long. */
  void await(Duration atMost) throws InterruptedException;

  /** Tests for the end of the input. */
  boolean isEnded();

  /** Tests for an unreadable file or folder. */
  boolean hasUnread();

  /** Ends the logs. */
  void finish();
}
