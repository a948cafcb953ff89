package dev.statute.render;

/**
 * How wide text is, without asking the machine for its fonts: the same chart gives the same picture
 * everywhere. The numbers are Helvetica's, in thousandths of the font size; a little is added for
 * the fonts that stand in for it.
 */
final class Metrics {
  private static final String NARROW = " !,./:;I[\\]fijlt|'`()-r\"{}";
  private static final int[] NARROW_WIDTHS = {
    278, 278, 278, 278, 278, 278, 278, 278, 278, 278, 278, 278, 222, 222, 222, 278, 260, 191, 333,
    333, 333, 333, 333, 355, 334, 334
  };
  private static final String WIDE = "ABEKPSVXY&CDHNRUwGOQM%mWFTZL@+<=>~ckJsvxyz_…“”→";
  private static final int[] WIDE_WIDTHS = {
    667, 667, 667, 667, 667, 667, 667, 667, 667, 667, 722, 722, 722, 722, 722, 722, 722, 778, 778,
    778, 833, 889, 833, 944, 611, 611, 611, 556, 1015, 584, 584, 584, 584, 584, 500, 500, 500, 500,
    500, 500, 500, 500, 556, 1000, 333, 333, 1000
  };
  private static final double REGULAR = 1.05;
  private static final double BOLD = 1.12;

  private Metrics() {}

  /** Width of one line in pixels, rounded up. */
  static double width(String text, double size, boolean bold) {
    int sum = text.codePoints().map(Metrics::width).sum();
    return Math.ceil(sum * size / 1000 * (bold ? BOLD : REGULAR));
  }

  /** At most so many characters; what is left out is shown as an ellipsis. */
  static String clipped(String text, int most) {
    return text.length() <= most
        ? text
        : text.substring(0, most - 1).replaceAll("[\\s…]+$", "") + "…";
  }

  private static int width(int c) {
    int narrow = NARROW.indexOf(c);
    if (narrow >= 0) {
      return NARROW_WIDTHS[narrow];
    }
    int wide = WIDE.indexOf(c);
    if (wide >= 0) {
      return WIDE_WIDTHS[wide];
    }
    return c < 0x1100 ? 556 : 1000;
  }
}
