package dev.statute.cli;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.logs.CallShapes;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.progress.ProgressRecord;
import dev.statute.step.Input;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lines of our own, with a look at whether they are. Records of any type are taken, so a log of a
 * form that nobody knows would pass for a session in which nothing was done.
 */
final class OwnLines {
  /** Records whose fields are words; in all others of a known type anything may stand. */
  private static final Set<String> WORDS = Set.of("message", "user_message", "thought");

  private final InputLines lines;
  private final String file;
  private final CallShapes foreign = new CallShapes();
  private int understood;
  private int strange;

  OwnLines(InputLines lines, String file) {
    this.lines = lines;
    this.file = file;
  }

  @Nullable InputLine next() throws IOException {
    InputLine line = lines.next();
    if (line instanceof InputLine.Given given && given.input() instanceof Input.Report report) {
      record(report.fields());
    } else if (line != null && !(line instanceof InputLine.Unreadable)) {
      understood++;
    }
    return line;
  }

  private void record(Map<String, ?> fields) {
    ProgressRecord record = ProgressRecord.of(fields);
    if (record.known()) {
      understood++;
    } else {
      strange++;
    }
    boolean nested = fields.values().stream().anyMatch(v -> v instanceof Map || v instanceof List);
    if (nested && (!record.known() || WORDS.contains(String.valueOf(fields.get("type"))))) {
      foreign.count(fields);
    }
  }

  /** What was not understood of the lines so far, though each by itself is one. */
  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    String calls = foreign.unread();
    if (!calls.isEmpty()) {
      problems.add(SessionLog.unread(file, calls, LogFormat.STATUTE));
    }
    if (understood == 0) {
      problems.add(
          Problem.error(
              "L301",
              new Place(file, 1, 1),
              strange == 0
                  ? "there is no line in this file that can be read"
                  : "nobody knows the type of any record in this file",
              "say what it is written in with --format: " + SessionLog.words()));
    }
    return problems;
  }
}
