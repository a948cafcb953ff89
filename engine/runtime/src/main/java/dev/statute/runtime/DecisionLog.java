package dev.statute.runtime;

import dev.statute.runtime.internal.stream.RotatingFile;
import dev.statute.step.Decision;
import dev.statute.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of all decisions of an engine, one line each. A thread of its own formats and writes them;
 * the engine never waits for it. Decisions that arrive faster than they can be written are dropped
 * and counted, and a line {@code {"dropped":n}} stands in their place.
 *
 * <p>A file at its maximum size becomes {@code NAME.1.EXT}, its predecessor {@code NAME.2.EXT} and
 * so on; the oldest is deleted. An existing file is renamed this way on opening, because numbers
 * start at 0 again.
 *
 * <p>On a write error (disk full, folder missing or not writable) the engine continues; one warning
 * is logged, decisions are dropped and counted, and each of them triggers another attempt to write.
 * A file that was moved or removed is created again. Thread-safe.
 */
public final class DecisionLog implements Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);

  private final Function<Decision, String> format;
  private final RotatingFile file;
  private final BlockingQueue<Entry> queue;
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread writer;
  private volatile boolean closed;

  /** Decisions missing in the file and not yet counted there; confined to the writer's thread. */
  private long gap;

  private boolean failing;

  /** Decision to be written; null = the log is closed. */
  private record Entry(@Nullable Decision decision) {}

  private DecisionLog(RotatingFile file, Function<Decision, String> format, int queueCapacity) {
    this.file = file;
    this.format = format;
    this.queue = new ArrayBlockingQueue<>(queueCapacity);
    this.writer = new Thread(this::write, "statute-decisions");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Opens a log; close it after the engine.
   *
   * @param format text of a decision, one line; called on the log's thread
   * @param queueCapacity decisions that may wait to be written
   * @param maxBytes size of a file
   * @param maxFiles number of files kept, including the one being written
   * @throws UncheckedIOException if the file cannot be written
   */
  public static DecisionLog open(
      Path file,
      Function<Decision, String> format,
      int queueCapacity,
      long maxBytes,
      int maxFiles) {
    if (queueCapacity < 1 || maxBytes < 1 || maxFiles < 1) {
      throw new IllegalArgumentException(
          "bounds are at least 1: " + queueCapacity + ", " + maxBytes + ", " + maxFiles);
    }
    try {
      return new DecisionLog(RotatingFile.open(file, maxBytes, maxFiles), format, queueCapacity);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a log with a queue of 10,000 decisions and 4 files of 64 MB. */
  public static DecisionLog open(Path file, Function<Decision, String> format) {
    return open(file, format, 10_000, 64L << 20, 4);
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration duration) {
    Long micros = duration.toNanos() / 1_000;
    for (Step step : steps) {
      Decision decision = new Decision(numbers.getAndIncrement(), instance, at, step, micros);
      micros = null;
      if (closed || !queue.offer(new Entry(decision))) {
        dropped.incrementAndGet();
      }
    }
  }

  private void write() {
    try {
      while (true) {
        Entry entry = queue.poll();
        if (entry == null) {
          writeSafely(file::flush);
          entry = queue.take();
        }
        Decision decision = entry.decision();
        if (decision != null) {
          write(decision);
        }
        gap += dropped.getAndSet(0);
        countMissing();
        if (decision == null) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      writeSafely(file::close);
    }
  }

  private void write(Decision decision) {
    String line;
    try {
      line = format.apply(decision);
    } catch (Throwable e) {
      LOG.warn("decision {} cannot be formatted and is dropped", decision.seq(), e);
      gap++;
      return;
    }
    if (!countMissing() || !writeSafely(() -> file.writeLine(line))) {
      gap++;
    }
  }

  /** Writes the count of missing decisions, if any; returns false if that fails. */
  private boolean countMissing() {
    if (gap > 0 && writeSafely(() -> file.writeLine("{\"dropped\":" + gap + "}"))) {
      gap = 0;
    }
    return gap == 0;
  }

  private interface Writing {
    void run() throws IOException;
  }

  /** Writes and returns success; a full disk must neither end this log nor fill the host's. */
  private boolean writeSafely(Writing writing) {
    try {
      writing.run();
      if (failing) {
        LOG.warn("decisions can be written again");
      }
      failing = false;
    } catch (Throwable e) {
      if (!failing) {
        LOG.warn("decisions cannot be written and are dropped until they can", e);
      }
      failing = true;
    }
    return !failing;
  }

  /** Writes the waiting decisions and closes the log; waits at most ten seconds. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (queue.offer(new Entry(null), 10, TimeUnit.SECONDS)) {
        writer.join(10_000);
      }
      if (writer.isAlive()) {
        writer.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
