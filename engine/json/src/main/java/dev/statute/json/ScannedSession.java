package dev.statute.json;

import dev.statute.problem.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Result of {@code scan} for one recorded session.
 *
 * @param session its path
 * @param format name of its format
 * @param lines number of input lines without blank ones
 * @param counts calls and results
 * @param findings in the order they came up
 * @param configuration active states at the end
 * @param outcomes number of outcomes by the name of their kind
 * @param unread parts of the file that were not read, so that it is not known to be clean
 */
public record ScannedSession(
    String session,
    String format,
    int lines,
    CallCounts counts,
    List<ScanFinding> findings,
    List<String> configuration,
    Map<String, Integer> outcomes,
    List<Problem> unread) {
  public ScannedSession {
    findings = List.copyOf(findings);
    configuration = List.copyOf(configuration);
    unread = List.copyOf(unread);
    outcomes = Collections.unmodifiableMap(new LinkedHashMap<>(outcomes));
  }

  /**
   * Calls of a session and how they ended.
   *
   * @param calls number of tool calls that were read
   * @param results number of those that have a result
   * @param failures number of those whose result states a failure
   * @param notRead number of calls and results that were not read completely
   */
  public record CallCounts(int calls, int results, int failures, int notRead) {
    /** Counts of a session without calls. */
    public static final CallCounts NONE = new CallCounts(0, 0, 0, 0);

    /** Returns the sums. */
    public CallCounts plus(CallCounts other) {
      return new CallCounts(
          calls + other.calls,
          results + other.results,
          failures + other.failures,
          notRead + other.notRead);
    }
  }

  /**
   * Finding with the input line that it came up at.
   *
   * @param spent amounts that the loop has cost so far, by name; only those that are known
   * @param saved amounts that an end of the session at the finding would have saved
   */
  public record ScanFinding(
      String pattern,
      String level,
      int line,
      int count,
      String reason,
      String identity,
      String rule,
      Map<String, Number> spent,
      Map<String, Number> saved) {
    public ScanFinding {
      spent = Collections.unmodifiableMap(new LinkedHashMap<>(spent));
      saved = Collections.unmodifiableMap(new LinkedHashMap<>(saved));
    }
  }
}
