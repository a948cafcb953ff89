package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.scan.ScanTable;
import dev.statute.json.OutputLines;
import dev.statute.json.ScannedSession;
import dev.statute.logs.LogFormat;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Problem;
import dev.statute.runtime.Clock;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.SessionTimeline.LoopCost;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Following of growing logs, each as a session of its own, from round to round. What happens in a
 * session is printed once its log was read, on the thread that follows; to that this is confined.
 */
final class LogFollower {
  private static final int MAX_NOTES = 5;

  private final Console console;
  private final Interpreter interpreter;
  private final InstanceOptions instance;
  private final Clock clock;
  private final FindingOutput output;
  private final Map<FollowedLog, FollowedSession> sessions = new LinkedHashMap<>();
  private final Map<FollowedLog, List<Runnable>> unprinted = new HashMap<>();
  private final Set<FollowedLog> optional = new HashSet<>();
  private final Map<String, Integer> noteCounts = new LinkedHashMap<>();
  private final Set<String> notes = new HashSet<>();
  private final Map<FollowedLog, LogFormat> formats = new LinkedHashMap<>();

  LogFollower(
      Console console,
      Interpreter interpreter,
      InstanceOptions instance,
      Clock clock,
      FindingOutput output) {
    this.console = console;
    this.interpreter = interpreter;
    this.instance = instance;
    this.clock = clock;
    this.output = output;
  }

  /** Opens a file, a folder, or {@code -} for the standard input. */
  LogSource open(String path, @Nullable LogFormat format) {
    return path.equals("-")
        ? new PipeSource(console.in(), newLog("input", format, false))
        : new FileSource(
            Path.of(path), console, (name, isOptional) -> newLog(name, format, isOptional));
  }

  private FollowedLog newLog(String name, @Nullable LogFormat format, boolean isOptional) {
    List<Runnable> events = new ArrayList<>();
    FollowedSession session = new FollowedSession(this::start, clock, eventsOf(name, events));
    FollowedLog log = new FollowedLog(name, format, session);
    sessions.put(log, session);
    unprinted.put(log, events);
    if (isOptional && format == null) {
      optional.add(log);
    }
    return log;
  }

  private ChartSession start(Instant at, SessionListener listener) {
    return ChartSession.start(
        interpreter, instance.startOptions(interpreter.chart(), at), listener);
  }

  private FollowedSession.SessionEvents eventsOf(String name, List<Runnable> events) {
    return new FollowedSession.SessionEvents() {
      @Override
      public void found(int line, Instant at, ReportedFinding finding, LoopCost spent) {
        events.add(() -> output.print(name, line, at, finding, spent));
      }

      @Override
      public void unreadable(Problem problem) {
        events.add(() -> printNote(name, problem.toString()));
      }

      @Override
      public void begunAnew() {
        events.add(() -> console.printNotice(name + " was written anew; a new session begins"));
      }
    };
  }

  /** Prints what happened in a session. */
  private void print(FollowedLog log) {
    List<Runnable> events = Objects.requireNonNull(unprinted.get(log));
    events.forEach(Runnable::run);
    events.clear();
  }

  /** Follows until the source ends, the rounds do, or the reader of the output is gone. */
  void follow(LogSource source, FollowCommand.Rounds rounds)
      throws IOException, InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      boolean hasRead = source.read(this::print);
      for (Map.Entry<FollowedLog, FollowedSession> each : sessions.entrySet()) {
        each.getValue().fireDue();
        print(each.getKey());
        if (hasRead) {
          report(each.getKey(), false);
        }
      }
      console.out().flush();
      goesOn = !source.isEnded() && !output.isClosed() && rounds.next(source, hasRead);
    }
  }

  /** Prints what is new about how a log is read. */
  private void report(FollowedLog log, boolean atEnd) {
    LogFormat format = log.format();
    if (isSkipped(log) || format == null) {
      return;
    }
    if (format != formats.put(log, format) && format != LogFormat.STATUTE) {
      console.printNotice(log.name() + " is read as " + format.word());
    }
    for (Problem problem : log.problems()) {
      if (atEnd || !problem.code().equals("L301")) { // it may come yet
        note(log.name(), problem.toString());
      }
    }
  }

  /** Prints a note once. */
  private void note(String log, String text) {
    if (notes.add(text)) {
      printNote(log, text);
    }
  }

  /** Prints only the first few notes of a log. */
  private void printNote(String log, String text) {
    if (noteCounts.merge(log, 1, Integer::sum) <= MAX_NOTES) {
      console.printNotice(text);
    }
  }

  /** Tests for a file that was not named and is in no format of an agent program. */
  private boolean isSkipped(FollowedLog log) {
    LogFormat format = log.format();
    return optional.contains(log) && (format == null || format == LogFormat.STATUTE);
  }

  /** Ends the logs, prints a summary and returns the exit code, as {@code scan} does. */
  int finish(LogSource source, boolean isJson) {
    source.finish();
    sessions.keySet().forEach(this::print);
    List<ScannedSession> results = new ArrayList<>();
    boolean found = source.hasUnread();
    for (Map.Entry<FollowedLog, FollowedSession> each : sessions.entrySet()) {
      FollowedLog log = each.getKey();
      if (isSkipped(log)) {
        continue;
      }
      report(log, true);
      ScannedSession result = result(log, each.getValue());
      results.add(result);
      found |= each.getValue().hasFindings() || !result.unread().isEmpty();
    }
    noteCounts.forEach(
        (log, count) -> {
          if (count > MAX_NOTES) {
            console.printNotice(log + ": … and " + (count - MAX_NOTES) + " more");
          }
        });
    if (isJson) {
      results.forEach(result -> console.printLine(OutputLines.session(result)));
      console.printLine(OutputLines.total(results));
    } else {
      console.printNotice(ScanTable.summary(results, 0));
    }
    return found ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  }

  private ScannedSession result(FollowedLog log, FollowedSession session) {
    List<Problem> unread = new ArrayList<>(log.problems());
    Problem rejected = session.rejected(log.name());
    if (rejected != null) {
      unread.add(rejected);
      note(log.name(), rejected.toString());
    }
    LogFormat format = log.format();
    return session.result(
        log.name(), (format == null ? LogFormat.STATUTE : format).word(), log.notRead(), unread);
  }
}
