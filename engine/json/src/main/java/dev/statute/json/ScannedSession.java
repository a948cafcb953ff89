package dev.statute.json;

import dev.statute.problem.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code scan} found in one recorded session.
 *
 * @param session its path
 * @param format the word for what it is written in
 * @param lines how many input lines it has, blank ones not counted
 * @param findings in the order they came up
 * @param configuration where the instance rests at the end
 * @param outcomes how many of each kind, by the kind's word
 * @param unread what of the file was not read, so that it is not known to be clean
 */
public record ScannedSession(
    String session,
    String format,
    int lines,
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

  /** A finding, and the input line it came up at. */
  public record ScanFinding(
      String pattern,
      String level,
      int line,
      int count,
      String reason,
      String identity,
      String rule) {}
}
