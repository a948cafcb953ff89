package dev.statute.render.internal.svg;

import dev.statute.render.internal.diagram.TransitionCaption;
import java.util.ArrayList;
import java.util.List;

/**
 * Line of small text in a picture.
 *
 * @param clock true if a small clock precedes it
 * @param text displayed text, shortened if necessary
 * @param tone style: {@code strong}, {@code plain} or {@code quiet}
 * @param full full text, for the tooltip
 */
record TextLine(boolean clock, String text, String tone, String full) {
  static final double SIZE = 11;
  static final double HEIGHT = 15;

  /** Width of the clock before the text. */
  static final double CLOCK = 14;

  /** Maximum number of characters of a line. */
  private static final int MAX_WIDTH = 46;

  static TextLine of(boolean clock, String text, String tone) {
    return new TextLine(clock, TextMetrics.clipped(text, MAX_WIDTH), tone, text);
  }

  static TextLine quiet(String text) {
    return of(false, text, "quiet");
  }

  TextLine truncateAt(int most) {
    return new TextLine(clock, TextMetrics.clipped(full, most), tone, full);
  }

  double width() {
    return TextMetrics.width(text, SIZE, tone.equals("strong")) + (clock ? CLOCK : 0);
  }

  boolean truncate() {
    return !text.equals(full);
  }

  /**
   * Returns the lines of an arrow's caption: one if it is short, else trigger, condition and
   * actions.
   */
  static List<TextLine> of(TransitionCaption caption) {
    List<TextLine> lines = new ArrayList<>();
    String text = caption.text();
    if (text.length() <= MAX_WIDTH) {
      if (!text.isEmpty()) {
        lines.add(of(caption.timed(), text, "plain"));
      }
    } else {
      lines.add(of(caption.timed(), caption.trigger(), "plain"));
      if (!caption.condition().isEmpty()) {
        lines.add(of(false, caption.condition(), "plain"));
      }
    }
    if (!caption.actions().isEmpty()) {
      lines.add(quiet("/ " + caption.actions()));
    }
    return lines;
  }

  static double widest(List<TextLine> lines) {
    return lines.stream().mapToDouble(TextLine::width).max().orElse(0);
  }
}
