package dev.statute.cli.internal.input;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Input lines that are read on a thread of their own, so that timers fire while none comes. A line
 * is read ahead, not more.
 */
public final class LiveLines {
  private static final long WAIT_MILLIS = 100;

  /** Line, or a failure; neither is the end. */
  private record Entry(@Nullable InputLine line, @Nullable IOException failure) {}

  private final BlockingQueue<Entry> entries = new ArrayBlockingQueue<>(1);

  /** Starts to read. */
  public LiveLines(InputLines lines) {
    Thread reader = new Thread(() -> readAll(lines), "statute-input");
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll(InputLines lines) {
    try {
      InputLine line;
      do {
        line = null;
        IOException failure = null;
        try {
          line = lines.next();
        } catch (IOException e) {
          failure = e;
        }
        entries.put(new Entry(line, failure));
      } while (line != null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for the next line.
   *
   * @param waiting called again and again until it comes
   * @return null at the end
   */
  public @Nullable InputLine next(Runnable waiting) throws IOException {
    try {
      Entry entry = entries.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      while (entry == null) {
        waiting.run();
        entry = entries.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
      IOException failure = entry.failure();
      if (failure != null) {
        throw failure;
      }
      return entry.line();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
