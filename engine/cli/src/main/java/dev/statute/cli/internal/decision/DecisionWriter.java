package dev.statute.cli.internal.decision;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.OutputFiles;
import dev.statute.json.DecisionLines;
import dev.statute.session.ChartSession;
import dev.statute.step.Cause;
import dev.statute.step.Decision;
import dev.statute.step.Step;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the decisions of one session, numbered like its output lines. */
public final class DecisionWriter extends SequencedListener implements Closeable {
  private final DecisionLines lines;
  private final String instance;
  private final Path file;
  private final BufferedWriter out;
  private @Nullable ChartSession session;

  public DecisionWriter(Path file, List<String> masks, String instance) {
    super(false);
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
    return OutputFiles.unwritable("the decision log '" + file + "'", file, e);
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
    super.step(line, at, step);
    boolean given = step.cause() instanceof Cause.External && session != null;
    Long micros = given && session != null ? session.nanos() / 1_000 : null;
    try {
      out.write(lines.line(new Decision(seq(), instance, at, step, micros)));
      out.write('\n');
    } catch (IOException e) {
      throw unwritable(e);
    }
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
