package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.json.ScannedSession;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.session.SessionListener;
import dev.statute.session.SessionTimeline;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counters of a session's steps. */
public final class SessionStatistics implements SessionListener {
  private static final int NOTES = 3;
  private final Map<String, Integer> outcomes = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private ScannedSession.CallCounts counts = ScannedSession.CallCounts.NONE;
  private int unreadable;

  private int rejected;
  private String rejectionText = "";

  @Override
  public void step(int line, Instant at, Step step) {
    if (step.cause() instanceof Cause.External asked
        && asked.input() instanceof Input.Report report) {
      if (step.outcome() instanceof Outcome.Rejected) {
        rejected++;
        rejectionText =
            rejectionText.isEmpty()
                ? "line " + line + ": " + step.outcome().message()
                : rejectionText;
      } else {
        countCall(report.fields());
      }
    }
    if (!(step.cause() instanceof Cause.Start)) {
      count(step.outcome().kind());
    }
  }

  @Override
  public void advanced(int line, Instant at, Duration by, List<String> configuration) {
    count("advanced");
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    count("unreadable");
    if (++unreadable <= NOTES) {
      notes.add(problem.toString());
    }
  }

  private void countCall(Map<String, ?> record) {
    if ("tool_call".equals(record.get("type")) && !"format_error".equals(record.get("tool"))) {
      int result = Boolean.FALSE.equals(record.get("resolved")) ? 0 : 1;
      int failure = Boolean.FALSE.equals(record.get("success")) ? 1 : 0;
      counts = counts.plus(new ScannedSession.CallCounts(1, result, failure, 0));
    }
  }

  /**
   * Number of calls, results and stated failures.
   *
   * @param notRead number of calls and results that are not among the records
   */
  public ScannedSession.CallCounts counts(int notRead) {
    return counts.plus(new ScannedSession.CallCounts(0, 0, 0, notRead + rejected));
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
  }

  /** Note about rejected records, which are not counted; null if there were none. */
  public @Nullable Problem rejected(String file) {
    return rejected == 0
        ? null
        : Problem.error(
            "L304",
            new Place(file, 1, 1),
            CountedNoun.of(rejected, "record")
                + (rejected == 1 ? " is" : " are")
                + " not understood and count as nothing; the first in "
                + rejectionText,
            "write the fields as the types of records have them, or say --format");
  }

  /** Findings of a session in the order of occurrence, with their cost so far. */
  public static List<ScannedSession.ScanFinding> findings(SessionTimeline timeline) {
    return timeline.findings().stream()
        .map(
            mark ->
                new ScannedSession.ScanFinding(
                    mark.pattern(),
                    mark.level(),
                    mark.line(),
                    mark.count(),
                    mark.reason(),
                    mark.identity(),
                    mark.rule(),
                    mark.spent().amounts(),
                    timeline.costAfter(mark).amounts()))
        .toList();
  }

  /** Number of outcomes by kind. */
  public Map<String, Integer> outcomes() {
    return outcomes;
  }

  /** First unreadable lines, and the number of further ones. */
  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (unreadable > NOTES) {
      all.add("… and " + CountedNoun.of(unreadable - NOTES, "more unreadable line"));
    }
    return all;
  }
}
