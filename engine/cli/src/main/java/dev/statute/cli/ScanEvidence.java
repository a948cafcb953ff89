package dev.statute.cli;

import java.io.PrintStream;
import java.util.List;

/** Every finding of a session with its rule, the facts, and the lines that show it. */
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
    SessionTimeline story = scanned.story();
    if (story.marks().isEmpty()) {
      return;
    }
    out.println(style.strong(scanned.session().session()));
    for (SessionTimeline.FindingMark mark : story.marks()) {
      String level = "● " + mark.level();
      out.println(
          "  "
              + (mark.level().equals("hint") ? style.warn(level) : style.bad(level))
              + " "
              + mark.pattern()
              + " ×"
              + mark.count()
              + " at line "
              + mark.line()
              + ": "
              + mark.reason());
      String place = mark.place().isEmpty() ? "" : "  " + mark.place();
      out.println("    " + style.faint("by " + mark.rule() + place));
      mark.facts().forEach(fact -> out.println("    " + style.faint(fact)));
      lines(story, mark.evidence());
    }
    out.println();
  }

  /** Of many lines the first ones and the last. */
  private void lines(SessionTimeline story, List<Integer> evidence) {
    for (int i = 0; i < evidence.size(); i++) {
      boolean left = evidence.size() > LINES && i >= LINES - 1 && i < evidence.size() - 1;
      if (!left) {
        line(story.at(evidence.get(i)));
      } else if (i == LINES - 1) {
        out.println("          … " + Plural.of(evidence.size() - LINES, "more line"));
      }
    }
  }

  private void line(SessionTimeline.TimelineEntry beat) {
    String number = Integer.toString(beat.line());
    String tool = beat.tool().isEmpty() ? beat.type() : beat.tool();
    String done = InputDescription.brief((tool + " " + beat.what()).strip(), WIDTH);
    String came = InputDescription.brief(beat.result(), WIDTH);
    out.println(
        " ".repeat(Math.max(0, 8 - number.length()))
            + style.faint(number)
            + "  "
            + done
            + (came.isEmpty() ? "" : style.faint(beat.failed() ? "  ✗ " : "  → ") + came));
  }
}
