package dev.statute.cli.internal.follow;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/** Source of growing logs. Confined to one thread. */
interface LogSource extends Closeable {
  /**
   * Reads what was written since the last call.
   *
   * @return whether there was anything
   */
  boolean read() throws IOException;

  /** Waits until there may be more to read, at most for so long. */
  void await(Duration atMost) throws InterruptedException;

  /** Tests for the end of the input. */
  boolean isEnded();

  /** Tests for an unreadable file or folder. */
  boolean hasUnread();

  /** Ends the logs. */
  void finish();
}
