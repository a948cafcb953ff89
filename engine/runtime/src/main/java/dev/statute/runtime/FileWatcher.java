package dev.statute.runtime;

import dev.statute.runtime.internal.reload.FileFingerprint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects changes of files by their content, since their times are too coarse and change with
 * copies. Thread-safe.
 */
public final class FileWatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileWatcher.class);

  private final Supplier<? extends Collection<Path>> files;
  private @Nullable String lastFingerprint;
  private @Nullable ScheduledExecutorService executor;

  /**
   * Creates a watcher; files count as changed until the first mark.
   *
   * @param files files, and folders with all files in them; asked at every comparison
   */
  public FileWatcher(Supplier<? extends Collection<Path>> files) {
    this.files = files;
  }

  private String fingerprint() {
    return new FileFingerprint(List.copyOf(files.get())).compute();
  }

  /** Remembers the current content for later comparisons. */
  public synchronized void mark() {
    lastFingerprint = fingerprint();
  }

  /** Tests for a difference from the content at the last mark. */
  public synchronized boolean isChanged() {
    return !fingerprint().equals(lastFingerprint);
  }

  /**
   * Runs an action on a thread of its own after each change, until closed. The action marks the
   * content that it reads.
   */
  public synchronized void every(Duration interval, Runnable action) {
    if (executor != null) {
      throw new IllegalStateException("the files are watched already");
    }
    executor =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "statute-reload");
              thread.setDaemon(true);
              return thread;
            });
    long millis = interval.toMillis();
    var unused =
        executor.scheduleWithFixedDelay(
            () -> checkSafely(action), millis, millis, TimeUnit.MILLISECONDS);
  }

  private void checkSafely(Runnable action) {
    try {
      if (isChanged()) {
        action.run();
      }
    } catch (Throwable e) {
      LOG.warn("cannot reload changed files; the loaded ones stay in use", e);
    }
  }

  /** Stops the thread. */
  @Override
  public synchronized void close() {
    if (executor != null) {
      executor.shutdownNow();
      executor = null;
    }
  }
}
