package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.input.SessionLineCheck;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.logs.SessionReader;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.step.Input;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Growing log as input lines for a session. Lines of the engine's own format are parsed as they
 * are; those of another agent program are translated. Confined to one thread.
 */
final class FollowedLog {
  /** Number of lines after which a log that shows no format is read as one of the engine's own. */
  private static final int MAX_HELD = 1_000;

  private final String name;
  private final @Nullable LogFormat given;
  private final FollowedSession session;
  private SessionReader reader;
  private SessionLineCheck check;
  private boolean isOwn;

  /** Lines that may be of the engine's own format. */
  private final List<String> held = new ArrayList<>();

  private final List<Problem> skipped = new ArrayList<>();
  private int number;
  private int restarts;

  /**
   * Creates a log before its first line.
   *
   * @param format null = determined by the lines
   */
  FollowedLog(String name, @Nullable LogFormat format, FollowedSession session) {
    this.name = name;
    this.given = format;
    this.session = session;
    this.reader = new SessionReader(name, format);
    this.check = new SessionLineCheck(name);
    this.isOwn = format == LogFormat.STATUTE;
  }

  /** Begins the log anew: its lines come again from the first. */
  void restart() {
    reader = new SessionReader(name, given);
    check = new SessionLineCheck(name);
    isOwn = given == LogFormat.STATUTE;
    held.clear();
    skipped.clear();
    number = 0;
    restarts = 0;
    session.restart();
  }

  /** Reads a line without its end. */
  void readLine(String text) {
    number++;
    if (isOwn) {
      readOwn(number, text);
      return;
    }
    reader.read(text);
    held.add(text);
    if (reader.isRecognized() || held.size() > MAX_HELD) {
      passOn(false);
    }
  }

  /** Leaves a line out. */
  void skipLine(String why) {
    number++;
    skipped.add(
        Problem.error(
            "L106", new Place(name, number, 1), why, "shorten the outputs that the log keeps"));
    if (!isOwn) {
      reader.read("");
      held.add("");
    }
  }

  /**
   * Reads what is complete, as no further line is there yet.
   *
   * @param rest last line without a line end
   * @return whether that line was read
   */
  private boolean pause(String rest) {
    boolean complete = !rest.isBlank() && isComplete(rest);
    if (complete) {
      readLine(rest);
    }
    if (!isOwn) {
      reader.pause();
      passOn(false);
      if (isOwnFormat() && held.stream().anyMatch(FollowedLog::isKnownLine)) {
        readHeld();
      }
    }
    session.catchUp();
    return complete;
  }

  /** Reads what is complete after the lines of a splitter. */
  void pauseAfter(LineSplitter splitter) {
    if (pause(splitter.rest())) {
      splitter.markRestRead();
    }
  }

  /** Ends the log. */
  void finish(String rest) {
    if (!rest.isBlank()) {
      readLine(rest);
    }
    if (!isOwn) {
      reader.finish();
      passOn(true);
    }
    session.catchUp();
  }

  private boolean isComplete(String rest) {
    return isOwn
        ? !(InputLines.parse(number + 1, rest, name) instanceof InputLine.Unreadable)
        : reader.isComplete(rest);
  }

  private void passOn(boolean atEnd) {
    if (isOwnFormat()) {
      if (atEnd || held.size() > MAX_HELD) {
        readHeld();
      }
      return;
    }
    held.clear();
    if (reader.restarts() != restarts) {
      boolean isAgain = restarts > 0;
      restarts = reader.restarts();
      if (isAgain) {
        session.restart();
      }
    }
    for (SessionLog.Entry entry : reader.drain()) {
      Place place = new Place(name, entry.line(), 1);
      session.accept(InputLines.parse(entry.line(), entry.fields(), key -> place));
    }
  }

  private boolean isOwnFormat() {
    return reader.format().orElse(LogFormat.STATUTE) == LogFormat.STATUTE;
  }

  private void readHeld() {
    isOwn = true;
    for (int i = 0; i < held.size(); i++) {
      readOwn(i + 1, held.get(i));
    }
    held.clear();
  }

  private void readOwn(int at, String text) {
    if (!text.isBlank()) {
      InputLine line = InputLines.parse(at, text, name);
      check.add(line);
      session.accept(line);
    }
  }

  /** Tests for a line that is certainly of the engine's own format. */
  private static boolean isKnownLine(String text) {
    InputLine line = text.isBlank() ? null : InputLines.parse(1, text, "");
    if (line instanceof InputLine.Submit given && given.input() instanceof Input.Report report) {
      return report.fields().get("type") instanceof String type
          && ProgressTrackerFactory.installed().isKnownType(type);
    }
    return line != null && !(line instanceof InputLine.Unreadable);
  }

  String name() {
    return name;
  }

  /** Format so far; null if it is not known. */
  @Nullable LogFormat format() {
    return isOwn ? LogFormat.STATUTE : reader.format().orElse(null);
  }

  /** Number of calls and results that were not read completely. */
  int notRead() {
    return isOwn ? check.notRead() : reader.notRead();
  }

  /** Problems so far: what of the log was not read. */
  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>(skipped);
    if (isOwn) {
      problems.addAll(check.problems());
    } else if (!isOwnFormat()) {
      problems.addAll(reader.problems());
    }
    return problems;
  }
}
