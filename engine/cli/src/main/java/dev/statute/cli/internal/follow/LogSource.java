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

  /** Whether nothing more can come. */
  boolean isEnded();

  /** Whether a file or folder could not be read. */
  boolean hasUnread();

  /** Ends the logs. */
  void finish();
}
