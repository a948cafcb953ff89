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
 * Writes every decision of an engine to a file, one line each. A thread of its own words and writes
 * them; the engine never waits for it. Where decisions come faster than they can be written, some
 * are dropped and counted, and a line {@code {"dropped":n}} stands where they are missing.
 *
 * <p>Before a file would grow beyond its size it becomes {@code NAME.1.EXT}, the one before it
 * {@code NAME.2.EXT} and so on; the oldest goes. A file that is there already is put aside so, for
 * numbers begin at 0 again.
 *
 * <p>Where the file cannot be written any more (the disk is full, its folder is gone or may not be
 * changed when the file is full), the engine goes on; a warning is logged once, decisions are
 * dropped and counted, and writing is tried again with each of them. A file that somebody moves or
 * removes is begun anew. Thread-safe.
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

  /** Decisions that are not in the file and not yet counted there; of the writer's thread. */
  private long gap;

  private boolean failing;

  /** A decision to be written; none = the log is closed. */
  private record Entry(@Nullable Decision decision) {}

  /**
   * How much is kept.
   *
   * @param queue decisions that may wait to be written
   * @param bytes size of a file
   * @param files how many files are kept, the one being written included
   */
  public record Bounds(int queue, long bytes, int files) {
    /** 10,000 decisions, 4 files of 64 MB. */
    public static final Bounds DEFAULT = new Bounds(10_000, 64L << 20, 4);

    public Bounds {
      if (queue < 1 || bytes < 1 || files < 1) {
        throw new IllegalArgumentException(
            "bounds are at least 1: " + queue + ", " + bytes + ", " + files);
      }
    }
  }

  private DecisionLog(RotatingFile file, Function<Decision, String> format, Bounds bounds) {
    this.file = file;
    this.format = format;
    this.queue = new ArrayBlockingQueue<>(bounds.queue());
    this.writer = new Thread(this::write, "statute-decisions");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Begins a log; close it after the engine.
   *
   * @param format words a decision, on one line; called on the log's thread
   * @throws UncheckedIOException if the file cannot be written
   */
  public static DecisionLog open(Path file, Function<Decision, String> format, Bounds bounds) {
    try {
      return new DecisionLog(
          RotatingFile.open(file, bounds.bytes(), bounds.files()), format, bounds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With the default bounds. */
  public static DecisionLog open(Path file, Function<Decision, String> format) {
    return open(file, format, Bounds.DEFAULT);
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    Long micros = took.toNanos() / 1_000;
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
      LOG.warn("decision {} cannot be worded and is dropped", decision.seq(), e);
      gap++;
      return;
    }
    if (!countMissing() || !writeSafely(() -> file.writeLine(line))) {
      gap++;
    }
  }

  /** Says in the file what is missing before what comes next; whether there is nothing to say. */
  private boolean countMissing() {
    if (gap > 0 && writeSafely(() -> file.writeLine("{\"dropped\":" + gap + "}"))) {
      gap = 0;
    }
    return gap == 0;
  }

  private interface Writing {
    void run() throws IOException;
  }

  /** Whether it went well; a full disk must not end the log, nor fill that of the host. */
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

  /** Writes what waits and ends the log; waits at most ten seconds for that. */
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
