package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.scan.SessionStatistics;
import dev.statute.cli.internal.session.ExitCodeListener;
import dev.statute.json.InputLine;
import dev.statute.json.ScannedSession;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Problem;
import dev.statute.runtime.Clock;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.SessionTimeline;
import dev.statute.session.SessionTimeline.LoopCost;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Session of a growing log, by the machine's clock unless its lines have times. A log that was
 * written anew goes on where it was if it begins with the lines that were played; otherwise a new
 * session begins. Confined to one thread.
 */
final class FollowedSession {
  /** Starts a session. */
  interface SessionStart {
    ChartSession start(Instant at, SessionListener listener);
  }

  /** Receives what happens. */
  interface SessionEvents {
    void found(int line, Instant at, ReportedFinding finding, LoopCost spent);

    void unreadable(Problem problem);

    /** A log was written anew, and not as a continuation. */
    void begunAnew();
  }

  private final SessionStart start;
  private final Clock clock;
  private final SessionEvents events;
  private @Nullable ChartSession session;
  private SessionStatistics statistics = new SessionStatistics();
  private SessionTimeline timeline = new SessionTimeline(null);
  private final ExitCodeListener exitCode = new ExitCodeListener();
  private final List<Integer> played = new ArrayList<>();

  /** Lines of a log that was written anew; null outside of that. */
  private @Nullable List<InputLine> again;

  private int lastLine;
  private boolean hasOwnTime;

  /** Creates a session before its first line. */
  FollowedSession(SessionStart start, Clock clock, SessionEvents events) {
    this.start = start;
    this.clock = clock;
    this.events = events;
  }

  /** Expects the lines again, from the first. */
  void restart() {
    again = new ArrayList<>();
  }

  /** Accepts a line. */
  void accept(InputLine line) {
    if (again != null) {
      again.add(line);
    } else {
      play(line);
    }
  }

  /** Plays what is new of a log that was written anew, as all of it is there. */
  void catchUp() {
    List<InputLine> lines = again;
    if (lines == null || lines.isEmpty()) {
      return;
    }
    int common = Math.min(lines.size(), played.size());
    boolean continues =
        lines.stream()
            .limit(common)
            .map(InputLine::hashCode)
            .toList()
            .equals(played.subList(0, common));
    if (continues && lines.size() < played.size()) {
      return; // it may be on the way to where it was
    }
    again = null;
    int from = common;
    if (!continues) {
      events.begunAnew();
      session = null;
      statistics = new SessionStatistics();
      timeline = new SessionTimeline(null);
      played.clear();
      hasOwnTime = false;
      from = 0;
    }
    lines.subList(from, lines.size()).forEach(this::play);
  }

  private void play(InputLine line) {
    boolean isTimed = line.at() != null || line instanceof InputLine.Advance;
    ChartSession current = session;
    if (current == null) {
      Instant at = line.at();
      current =
          start.start(
              at == null ? clock.now() : at,
              SessionListener.all(statistics, timeline, exitCode, listener()));
      session = current;
    }
    hasOwnTime |= isTimed;
    if (!hasOwnTime) {
      current.until(line.number(), clock.now());
    }
    lastLine = line.number();
    played.add(line.hashCode());
    current.play(line);
  }

  private SessionListener listener() {
    return new SessionListener() {
      @Override
      public void step(int line, Instant at, Step step) {
        List<ReportedFinding> found = step.outcome().trace().findings();
        List<SessionTimeline.FindingMark> marks = timeline.findings();
        for (int i = 0; i < found.size(); i++) {
          SessionTimeline.FindingMark mark = marks.get(marks.size() - found.size() + i);
          events.found(line, at, found.get(i), mark.spent());
        }
      }

      @Override
      public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
        events.unreadable(problem);
      }
    };
  }

  /** Fires the timers that are due by the machine's clock. */
  void fireDue() {
    ChartSession current = session;
    if (current != null && !hasOwnTime) {
      current.until(lastLine, clock.now());
    }
  }

  /** Tests for at least one line. */
  boolean isStarted() {
    return session != null;
  }

  /** Tests for a finding or another cause of exit code 1. */
  boolean hasFindings() {
    return exitCode.exitCode() != ExitCode.SUCCESS;
  }

  /** Problem of records that were refused; null if there were none. */
  @Nullable Problem rejected(String file) {
    return statistics.rejected(file);
  }

  /** Result of the session so far, as {@code scan} gives it. */
  ScannedSession result(String name, String format, int notRead, List<Problem> unread) {
    ChartSession current = session;
    return new ScannedSession(
        name,
        format,
        played.size(),
        statistics.counts(notRead),
        SessionStatistics.findings(timeline),
        current == null ? List.of() : current.snapshot().configuration(),
        statistics.outcomes(),
        unread);
  }
}
