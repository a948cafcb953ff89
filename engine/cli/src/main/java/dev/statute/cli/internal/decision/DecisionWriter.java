package dev.statute.cli.internal.decision;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.json.DecisionLines;
import dev.statute.problem.Problem;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.step.Cause;
import dev.statute.step.Decision;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writer of the decisions of one session, numbered like its output lines. */
public final class DecisionWriter implements SessionListener, Closeable {
  private final DecisionLines lines;
  private final String instance;
  private final Path file;
  private final BufferedWriter out;
  private @Nullable ChartSession session;
  private long seq;

  public DecisionWriter(Path file, List<String> masks, String instance) {
    lines = DecisionLines.masking(masks);
    this.instance = instance;
    this.file = file;
    try {
      out = Files.newBufferedWriter(file);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private UsageException unwritable(IOException e) {
    String failure =
        e instanceof NoSuchFileException
            ? "there is no such folder"
            : e instanceof AccessDeniedException
                ? "it is not allowed"
                : e instanceof FileSystemException special && special.getReason() != null
                    ? special.getReason()
                    : String.valueOf(e.getMessage());
    return new UsageException("the decision log '" + file + "' cannot be written: " + failure);
  }

  /** Paths of masks that have hidden no value. */
  public List<String> unusedMasks() {
    return lines.unusedMasks();
  }

  /** Sets the session to measure; its start is not measured. */
  public void attach(ChartSession timed) {
    session = timed;
  }

  @Override
  public void step(int line, Instant at, Step step) {
    boolean given = step.cause() instanceof Cause.External && session != null;
    Long micros = given && session != null ? session.nanos() / 1_000 : null;
    try {
      out.write(lines.line(new Decision(seq++, instance, at, step, micros)));
      out.write('\n');
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public void advanced(int line, Instant at, Duration by, List<String> configuration) {
    seq++;
  }

  @Override
  public void described(int line, Instant at, List<String> configuration) {
    seq++;
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    seq++;
  }

  @Override
  public void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    seq++;
  }

  @Override
  public void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    seq++;
  }

  @Override
  public void progress(int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    seq++;
  }

  @Override
  public void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    seq++;
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }
}
