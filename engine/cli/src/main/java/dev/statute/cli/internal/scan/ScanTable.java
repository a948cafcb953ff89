package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.json.ScannedSession;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Findings as a table: one row per session with the line at which each level was first reached. */
public final class ScanTable {
  private static final List<String> LEVELS = List.of("hint", "recover", "stop");
  private final PrintStream out;
  private final TerminalStyle style;

  ScanTable(PrintStream out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  /**
   * Prints the table.
   *
   * @param wasted per session, share of the calls after the first finding without a new result;
   *     negative if there were none
   * @param unreadable number of unreadable files and folders
   */
  void print(List<ScannedSession> sessions, List<Double> wasted, int unreadable) {
    TextTable table =
        new TextTable(
            "session", ">lines", ">hint", ">recover", ">would stop", ">wasted", "found", "ends in");
    for (int i = 0; i < sessions.size(); i++) {
      ScannedSession session = sessions.get(i);
      List<String> row = new ArrayList<>();
      row.add(session.session());
      row.add(Integer.toString(session.lines()));
      for (String level : LEVELS) {
        row.add(firstLine(session, level));
      }
      row.add(wasted.get(i) < 0 ? "" : Math.round(100 * wasted.get(i)) + " %");
      row.add(patternText(session));
      row.add(String.join(", ", session.configuration()) + unreadNote(session));
      table.row(row, worstMark(session));
    }
    table.print(out, style);
    out.println();
    out.println(summary(sessions, unreadable));
    Map<String, Long> others =
        sessions.stream()
            .map(ScannedSession::format)
            .filter(format -> !format.equals("statute"))
            .collect(Collectors.groupingBy(f -> f, TreeMap::new, Collectors.counting()));
    if (!others.isEmpty()) {
      out.println(
          "logs of other agents: "
              + others.entrySet().stream()
                  .map(each -> each.getValue() + " " + each.getKey())
                  .collect(Collectors.joining(", ")));
    }
  }

  private static String firstLine(ScannedSession session, String level) {
    return session.findings().stream()
        .filter(finding -> finding.level().equals(level))
        .findFirst()
        .map(finding -> Integer.toString(finding.line()))
        .orElse("");
  }

  /** Returns the name of a level for people: of a recorded session nothing was stopped. */
  public static String said(String level) {
    return level.equals("stop") ? "would stop" : level;
  }

  private static String patternText(ScannedSession session) {
    return countText(session.findings().stream().map(ScannedSession.ScanFinding::pattern).toList());
  }

  private static String countText(List<String> patterns) {
    Map<String, Long> counts =
        patterns.stream()
            .collect(Collectors.groupingBy(p -> p, LinkedHashMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + (entry.getValue() == 1 ? "" : " ×" + entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String unreadNote(ScannedSession session) {
    Integer lines = session.outcomes().get("unreadable");
    if (lines != null) {
      return " (" + CountedNoun.of(lines, "unreadable line") + ")";
    }
    return session.unread().isEmpty() ? "" : " (not read whole)";
  }

  private static TextTable.Mark worstMark(ScannedSession session) {
    if (session.findings().isEmpty()) {
      return session.outcomes().containsKey("unreadable") || !session.unread().isEmpty()
          ? TextTable.Mark.WARN
          : TextTable.Mark.NONE;
    }
    boolean onlyHints = session.findings().stream().allMatch(f -> f.level().equals("hint"));
    return onlyHints ? TextTable.Mark.WARN : TextTable.Mark.BAD;
  }

  /**
   * Describes the number of sessions and of those with findings.
   *
   * @param unreadable number of files and folders that were not read at all
   */
  public static String summary(List<ScannedSession> sessions, int unreadable) {
    long with = sessions.stream().filter(session -> !session.findings().isEmpty()).count();
    StringBuilder text = new StringBuilder(CountedNoun.of(sessions.size(), "session"));
    text.append(", ").append(with).append(" with findings");
    for (String level : LEVELS) {
      long reached =
          sessions.stream()
              .filter(s -> s.findings().stream().anyMatch(f -> f.level().equals(level)))
              .count();
      text.append(reached == 0 ? "" : ", " + reached + " at " + said(level));
    }
    long half = sessions.stream().filter(session -> !session.unread().isEmpty()).count();
    text.append(half == 0 ? "" : ", " + half + " not read whole");
    text.append(unreadable == 0 ? "" : ", " + unreadable + " not read at all");
    return text.toString();
  }
}
