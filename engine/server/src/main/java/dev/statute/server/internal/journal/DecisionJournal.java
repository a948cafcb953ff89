package dev.statute.server.internal.journal;

import dev.statute.collection.BoundedMap;
import dev.statute.json.DecisionLines;
import dev.statute.json.JsonText;
import dev.statute.runtime.Listener;
import dev.statute.step.Cause;
import dev.statute.step.Decision;
import dev.statute.step.Step;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decision logs of all instances of the server's engine. Steps are appended on the instance's
 * thread, right after their commit and before the caller gets the outcome, so that a reader sees
 * them at once. Steps that are missing (the process ended between commit and append, the disk was
 * full, another worker held the instance) are counted by the numbers of the snapshots; a line
 * {@code {"dropped":n}} takes their place. Thread-safe.
 */
public final class DecisionJournal implements Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionJournal.class);
  private static final int REMEMBERED = 10_000;

  private final JournalFolder folder;
  private final boolean temporary;
  private final DecisionLines lines = DecisionLines.plain();
  private final Map<String, LogPosition> positions = BoundedMap.ofRecentlyUsed(REMEMBERED);
  private boolean failing;

  /**
   * End of a log.
   *
   * @param next number of the next line
   * @param sequence number of the last snapshot; -1 = not known
   * @param missing lines that could not be written since the last one
   */
  private record LogPosition(long next, long sequence, long missing) {
    static final LogPosition BEGIN = new LogPosition(0, -1, 0);
  }

  private DecisionJournal(JournalFolder folder, boolean temporary) {
    this.folder = folder;
    this.temporary = temporary;
  }

  /**
   * Opens the logs in a folder.
   *
   * @param root null = a temporary folder, which is deleted by {@link #close}
   */
  public static DecisionJournal open(@Nullable Path root) {
    try {
      Path used = root == null ? Files.createTempDirectory("statute-steps") : root;
      Files.createDirectories(used);
      return new DecisionJournal(new JournalFolder(used), root == null);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of decision logs cannot be created", e);
    }
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    boolean begins = steps.get(0).cause() instanceof Cause.Start;
    LogPosition before = begins ? LogPosition.BEGIN : position(instance);
    LogPosition position = before;
    StringBuilder text = new StringBuilder();
    Long micros = took.toNanos() / 1_000;
    for (Step step : steps) {
      long sequence = step.snapshot().sequence();
      long gap = position.sequence() < 0 ? 0 : Math.max(0, sequence - position.sequence() - 1);
      long missing = position.missing() + gap;
      if (missing > 0) {
        text.append(DecisionLines.dropped(missing)).append('\n');
      }
      Decision decision = new Decision(position.next() + missing, instance, at, step, micros);
      text.append(withSequence(lines.line(decision), sequence)).append('\n');
      position = new LogPosition(decision.seq() + 1, sequence, 0);
      micros = null;
    }
    boolean written = append(instance, begins, text.toString());
    remember(
        instance,
        written
            ? position
            : new LogPosition(before.next(), position.sequence(), before.missing() + steps.size()));
  }

  /** Adds the number of the snapshot to a line, by which missing steps are noticed. */
  private static String withSequence(String line, long sequence) {
    return line.substring(0, line.length() - 1) + ",\"sequence\":" + sequence + "}";
  }

  private boolean append(String instance, boolean begins, String text) {
    try {
      if (begins) {
        folder.beginLife(instance);
      }
      Path file = folder.file(instance);
      if (!begins && !Files.exists(file)) {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
      }
      try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
        JournalFolder.append(log, text);
      }
      if (failing) {
        LOG.warn("decision logs can be written again");
      }
      failing = false;
      return true;
    } catch (IOException e) {
      if (!failing) {
        LOG.warn("decision logs cannot be written; missing steps are counted until they can", e);
      }
      failing = true;
      return false;
    }
  }

  private void remember(String instance, LogPosition position) {
    synchronized (positions) {
      positions.put(instance, position);
    }
  }

  private LogPosition position(String instance) {
    synchronized (positions) {
      LogPosition known = positions.get(instance);
      if (known != null) {
        return known;
      }
    }
    List<String> all = JournalFolder.lines(folder.file(instance));
    for (int i = all.size() - 1; i >= 0; i--) {
      Map<String, @Nullable Object> line = JsonText.object(all.get(i), "log", 1).value();
      if (line != null
          && line.get("seq") instanceof Long seq
          && line.get("sequence") instanceof Long sequence) {
        return new LogPosition(seq + 1, sequence, 0);
      }
    }
    return LogPosition.BEGIN;
  }

  /** Number of the next step of an instance, which is the number of its steps so far. */
  public long next(String instance) {
    return position(instance).next();
  }

  /** Number of earlier lives of an instance with a log. */
  public int earlierLives(String instance) {
    return folder.earlierLives(instance);
  }

  /**
   * Reads the log of an instance, line by line as written; a line of missing steps has the one key
   * {@code dropped}.
   *
   * @param life a life, counted from 1; 0 = the present one
   */
  public List<String> read(String instance, int life) {
    return JournalFolder.lines(file(instance, life));
  }

  /** Reads the first line of a life, as {@link #read}; null if it has none. */
  public @Nullable String readFirst(String instance, int life) {
    return JournalFolder.firstLine(file(instance, life));
  }

  private Path file(String instance, int life) {
    boolean isPresent = life == 0 || life == folder.earlierLives(instance) + 1;
    return isPresent ? folder.file(instance) : folder.file(instance, life);
  }

  /** Deletes the logs of an instance. */
  public void delete(String instance) {
    synchronized (positions) {
      positions.remove(instance);
    }
    try {
      folder.delete(instance);
    } catch (IOException e) {
      throw new UncheckedIOException("the log of '" + instance + "' cannot be deleted", e);
    }
  }

  @Override
  public void close() {
    if (temporary) {
      folder.deleteAll();
    }
  }
}
