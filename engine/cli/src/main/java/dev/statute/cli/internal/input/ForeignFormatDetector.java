package dev.statute.cli.internal.input;

import dev.statute.json.InputLine;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.problem.Source;
import dev.statute.step.Input;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detection of another agent's log in lines that are read as input lines. Such lines are records of
 * unknown types or no input at all, so they would have no effect.
 */
public final class ForeignFormatDetector {
  private static final int MAX_LINES = 64;
  private int lineCount;
  private @Nullable LogFormat format;

  /** Note about a line: once, at the line that determines the format; null otherwise. */
  @Nullable
  public String note(InputLine line) {
    if (format != null || lineCount >= MAX_LINES) {
      return null;
    }
    lineCount++;
    format = detect(line).filter(form -> form != LogFormat.STATUTE).orElse(null);
    return format == null
        ? null
        : "line "
            + line.number()
            + " is of another agent's log ("
            + format.word()
            + "), which is not read here: its calls count as nothing; 'statute scan' and 'statute"
            + " follow' read it";
  }

  private static Optional<LogFormat> detect(InputLine line) {
    if (line instanceof InputLine.Submit given && given.input() instanceof Input.Report report) {
      return SessionLog.detect(report.fields());
    }
    if (line instanceof InputLine.Unreadable unreadable && unreadable.problem().line() != null) {
      return SessionLog.detect(new Source("", unreadable.problem().line()));
    }
    return Optional.empty();
  }

  public boolean isFound() {
    return format != null;
  }
}
