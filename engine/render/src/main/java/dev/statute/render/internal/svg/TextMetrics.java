package dev.statute.render.internal.svg;

/**
 * Width of text without the fonts of the machine: equal charts give equal pictures everywhere. Each
 * number, in thousandths of the font size, is the greater one of Helvetica and DejaVu Sans, its
 * common replacement: text fits its box in both.
 */
final class TextMetrics {
  private static final char FIRST = ' ';

  private static final int[] REGULAR = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556,
    1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863, 748, 787,
    667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838
  };

  private static final int[] BOLD = {
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580,
    1015, 774, 762, 734, 830, 683, 683, 821, 837, 372, 556, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 556,
    500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838
  };

  private TextMetrics() {}

  /** Returns the width of one line in pixels, rounded up. */
  static double width(String text, double size, boolean bold) {
    int[] widths = bold ? BOLD : REGULAR;
    int sum = text.codePoints().map(c -> width(c, widths)).sum();
    return Math.ceil(sum * size / 1000);
  }

  /** Shortens text to so many characters with an ellipsis; no pair of surrogates is divided. */
  static String clipped(String text, int most) {
    return text.length() <= most
        ? text
        : text.substring(0, most - 1).replaceAll("[\\s…\\p{Cs}]+$", "") + "…";
  }

  private static int width(int c, int[] widths) {
    int at = c - FIRST;
    if (at >= 0 && at < widths.length) {
      return widths[at];
    }
    return c < 0x1100 ? widths['n' - FIRST] : 1000;
  }
}
