package dev.statute;

import dev.statute.runtime.support.FailureLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
  private final FailureLog failures;
  private @Nullable String lastFingerprint;
  private @Nullable ScheduledExecutorService executor;

  /**
   * Creates a watcher; files count as changed until the first mark.
   *
   * @param files files, and folders with all files in them; asked at every comparison
   */
  public FileWatcher(Supplier<? extends Collection<Path>> files) {
    this(files, LOG);
  }

  FileWatcher(Supplier<? extends Collection<Path>> files, Logger log) {
    this.files = files;
    failures = new FailureLog(log);
  }

  /**
   * Returns a text that changes with every change, addition or removal of a file.
   *
   * @throws UncheckedIOException if an existing file cannot be read
   */
  private String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path path : List.copyOf(files.get())) {
        if (Files.exists(path)) {
          try (Stream<Path> found = Files.walk(path.toRealPath())) { // a folder may be a link
            for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
              digest.update(file.toString().getBytes(StandardCharsets.UTF_8));
              digest.update((byte) 0);
              digest.update(Files.readAllBytes(file));
              digest.update((byte) 0);
            }
          }
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
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
   *
   * @throws IllegalArgumentException if the interval is shorter than a millisecond
   */
  public synchronized void every(Duration interval, Runnable action) {
    if (executor != null) {
      throw new IllegalStateException("the files are watched already");
    }
    long millis = interval.toMillis();
    if (millis < 1) {
      throw new IllegalArgumentException(
          "files are compared at most once a millisecond, not each " + interval);
    }
    executor =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "statute-reload");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        executor.scheduleWithFixedDelay(() -> check(action), millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Runs the action after a change; files that cannot be read are logged once until they can. */
  void check(Runnable action) {
    AtomicBoolean changed = new AtomicBoolean();
    failures.run("look for changes of files", () -> changed.set(isChanged()));
    try {
      if (changed.get()) {
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
