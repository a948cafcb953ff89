package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.problem.VisibleText;
import dev.statute.session.SessionTimeline;
import java.io.PrintStream;
import java.util.List;

/** Findings of a session with their rule, facts, and the lines of evidence. */
final class ScanEvidence {
  private static final int LINES = 12;
  private static final int WIDTH = 60;
  private final PrintStream out;
  private final TerminalStyle style;

  ScanEvidence(PrintStream out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  void print(ScanResult scanned) {
    SessionTimeline timeline = scanned.timeline();
    if (timeline.findings().isEmpty()) {
      return;
    }
    out.println(style.bold(scanned.session().session()));
    for (SessionTimeline.FindingMark mark : timeline.findings()) {
      out.println(
          "  "
              + ScanTable.mark(style, mark.level())
              + " "
              + mark.pattern()
              + " ×"
              + mark.count()
              + " at line "
              + mark.line()
              + ": "
              + mark.reason());
      String place = mark.place().isEmpty() ? "" : "  " + mark.place();
      out.println("    " + style.dim("by " + mark.rule() + place));
      out.println(
          "    "
              + style.dim(
                  "cost "
                      + CostText.of(mark.spent())
                      + "; an end here saves "
                      + CostText.of(timeline.costAfter(mark))));
      mark.facts().forEach(fact -> out.println("    " + style.dim(fact)));
      printLines(timeline, mark.evidence());
    }
    out.println();
  }

  /** Prints the lines; of many, the first ones and the last. */
  private void printLines(SessionTimeline timeline, List<Integer> evidence) {
    for (int i = 0; i < evidence.size(); i++) {
      boolean left = evidence.size() > LINES && i >= LINES - 1 && i < evidence.size() - 1;
      if (!left) {
        printLine(timeline.entryAt(evidence.get(i)));
      } else if (i == LINES - 1) {
        out.println("          … " + CountedNoun.of(evidence.size() - LINES, "more line"));
      }
    }
  }

  private void printLine(SessionTimeline.TimelineEntry beat) {
    String number = Integer.toString(beat.line());
    String tool = beat.tool().isEmpty() ? beat.type() : beat.tool();
    String done = VisibleText.oneLine((tool + " " + beat.summary()).strip(), WIDTH);
    String came = VisibleText.oneLine(beat.result(), WIDTH);
    out.println(
        " ".repeat(Math.max(0, 8 - number.length()))
            + style.dim(number)
            + "  "
            + done
            + (came.isEmpty() ? "" : style.dim(beat.failed() ? "  ✗ " : "  → ") + came));
  }
}
