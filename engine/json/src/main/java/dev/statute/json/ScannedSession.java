package dev.statute.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code scan} found in one recorded session.
 *
 * @param session its path
 * @param lines how many input lines it has, blank ones not counted
 * @param findings in the order they came up
 * @param configuration where the instance rests at the end
 * @param outcomes how many of each kind, by the kind's word
 */
public record ScannedSession(
    String session,
    int lines,
    List<At> findings,
    List<String> configuration,
    Map<String, Integer> outcomes) {
  public ScannedSession {
    findings = List.copyOf(findings);
    configuration = List.copyOf(configuration);
    outcomes = Collections.unmodifiableMap(new LinkedHashMap<>(outcomes));
  }

  /** A finding, and the input line it came up at. */
  public record At(
      String pattern,
      String level,
      int line,
      int count,
      String reason,
      String identity,
      String rule) {}
}
