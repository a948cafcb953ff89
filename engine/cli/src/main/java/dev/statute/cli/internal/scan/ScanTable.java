package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.json.ScannedSession;
import dev.statute.session.SessionTimeline;
import dev.statute.session.SessionTimeline.LoopCost;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Findings as a table: one row per session with the line at which each level was first reached. */
public final class ScanTable {
  private static final List<String> LEVELS = List.of("hint", "recover", "stop");

  /** Columns that a narrow terminal lacks; their sums stand below the table. */
  private static final Set<String> COSTS = Set.of("loops cost", "an end saves");

  private final Console console;
  private final PrintStream out;
  private final List<ScannedSession> sessions = new ArrayList<>();
  private final TextTable table =
      new TextTable(
          "session",
          ">lines",
          ">calls",
          ">results",
          ">failures",
          ">not read",
          ">hint",
          ">recover",
          ">would stop",
          ">wasted",
          "loops cost",
          "an end saves",
          "found",
          "ends in");

  /** Costs of all loops, and of what came after the first findings. */
  private final LoopCost[] sums = {LoopCost.NONE, LoopCost.NONE};

  ScanTable(Console console) {
    this.console = console;
    this.out = console.out();
  }

  /** Adds a session. */
  void add(ScanResult scanned) {
    ScannedSession session = scanned.session();
    SessionTimeline timeline = scanned.timeline();
    sessions.add(session);
    List<String> row = new ArrayList<>();
    row.add(session.session());
    row.add(Integer.toString(session.lines()));
    ScannedSession.CallCounts counts = session.counts();
    for (int count :
        new int[] {counts.calls(), counts.results(), counts.failures(), counts.notRead()}) {
      row.add(Integer.toString(count));
    }
    for (String level : LEVELS) {
      row.add(firstLine(session, level));
    }
    double wasted = scanned.wastedShare();
    row.add(wasted < 0 ? "" : Math.round(100 * wasted) + " %");
    if (timeline.findings().isEmpty()) {
      row.addAll(List.of("", ""));
    } else {
      LoopCost saved = timeline.costAfter(timeline.findings().get(0));
      row.add(CostText.of(timeline.loopCost()));
      row.add(CostText.of(saved));
      sums[0] = sums[0].plus(timeline.loopCost());
      sums[1] = sums[1].plus(saved);
    }
    row.add(patternText(session));
    row.add(String.join(", ", session.configuration()) + unreadNote(session));
    table.row(row, worstMark(session));
  }

  /**
   * Prints the table.
   *
   * @param unreadable number of unreadable files and folders
   */
  void print(int unreadable) {
    table.print(out, console.style(), console.width(), COSTS);
    out.println();
    out.println(summary(sessions, unreadable));
    if (sums[0].calls() > 0) {
      out.println(
          "loops cost "
              + CostText.of(sums[0])
              + "; an end at the first finding of each session saves "
              + CostText.of(sums[1]));
    }
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

  /** Returns the coloured mark of a finding's level. */
  public static String mark(TerminalStyle style, String level) {
    String mark = "● " + said(level);
    return level.equals("hint") ? style.warning(mark) : style.error(mark);
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
