package dev.statute.rules;

import static dev.statute.rules.SessionRecords.name;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.times;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions in pairs about a piece of evidence: parallel calls. They were judged before they were run.
 */
final class EvidenceSessions {
  private EvidenceSessions() {}

  /** Work: no finding expected. */
  static Map<String, List<SessionRecord>> work() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "round: one of three parallel look-ups fails each time",
        times(
            30,
            i ->
                i % 3 == 0
                    ? missing(i / 3, "docs/" + name(i) + ".md")
                    : found(i / 3, "src/" + name(i) + i + ".java", "class " + name(i) + i)));
    all.put(
        "round: seven parallel look-ups of one turn fail",
        times(
            20,
            i ->
                i < 7
                    ? missing(1, "docs/" + name(i) + ".md")
                    : found(i, "src/" + name(i) + ".java", "class " + name(i))));
    return all;
  }

  /** Loops: a finding expected. */
  static Map<String, List<SessionRecord>> loops() {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    all.put(
        "round: all three parallel look-ups fail each time",
        times(15, i -> missing(i / 3, "docs/" + name(i) + ".md")));
    return all;
  }

  private static SessionRecord missing(int round, String file) {
    return record(
        "tool_call",
        "tool",
        "read_file",
        "batch",
        "round " + round,
        "args",
        Map.of("path", file),
        "file",
        file,
        "success",
        false,
        "error",
        "no such file or directory",
        "output",
        "no such file or directory");
  }

  private static SessionRecord found(int round, String file, String text) {
    return record(
        "tool_call",
        "tool",
        "read_file",
        "batch",
        "round " + round,
        "args",
        Map.of("path", file),
        "file",
        file,
        "success",
        true,
        "output",
        text);
  }
}
