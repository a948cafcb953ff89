package dev.statute.cli.internal.input;

import dev.statute.json.InputLine;
import dev.statute.json.JsonText;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionReader;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.step.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Check of input lines for other formats. Records of any type are accepted, so a log of unknown
 * format would pass for a session without actions. Confined to one thread.
 */
public final class SessionLineCheck {
  /** Records with text fields; other known types may have fields of any form. */
  private static final Set<String> TEXT_RECORDS = Set.of("message", "user_message", "thought");

  private final String file;
  private final SessionReader foreign;
  private boolean hasKnown;
  private boolean hasUnknown;

  /**
   * Creates a check before the first line.
   *
   * @param file name of the log in problems
   */
  public SessionLineCheck(String file) {
    this.file = file;
    foreign = new SessionReader(file, LogFormat.STATUTE);
  }

  /** Considers a line. */
  public void add(InputLine line) {
    if (line instanceof InputLine.Submit given && given.input() instanceof Input.Report report) {
      classify(report.fields());
    } else if (!(line instanceof InputLine.Unreadable)) {
      hasKnown = true;
    }
  }

  private void classify(Map<String, ?> fields) {
    boolean known =
        fields.get("type") instanceof String type
            && ProgressTrackerFactory.installed().isKnownType(type);
    hasKnown |= known;
    hasUnknown |= !known;
    boolean nested = fields.values().stream().anyMatch(v -> v instanceof Map || v instanceof List);
    if (nested && (!known || TEXT_RECORDS.contains(String.valueOf(fields.get("type"))))) {
      foreign.read(JsonText.write(fields));
    }
  }

  /** Number of calls in a form of other programs, which were not read. */
  public int notRead() {
    return foreign.notRead();
  }

  /** Problems of accepted lines that were not understood as a whole. */
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    String calls = foreign.unreadCalls();
    if (!calls.isEmpty()) {
      problems.add(SessionReader.unreadProblem(file, calls, LogFormat.STATUTE));
    }
    if (!hasKnown) {
      problems.add(
          Problem.error(
              "L301",
              new Place(file, 1, 1),
              hasUnknown
                  ? "nobody knows the type of any record in this file"
                  : "there is no line in this file that can be read",
              "say what it is written in with --format: " + LogFormat.words()));
    }
    return problems;
  }
}
