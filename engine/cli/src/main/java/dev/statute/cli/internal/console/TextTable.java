package dev.statute.cli.internal.console;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Table with columns as wide as necessary; a column with a title that begins with {@code >} is
 * right-aligned.
 */
public final class TextTable {
  /** Colour of a row. */
  public enum Mark {
    NONE,
    GOOD,
    WARN,
    BAD
  }

  private static final int GAP = 2;

  /** Width below which no column is cut; nor is a title. */
  private static final int NARROWEST = 8;

  private record Row(List<String> cells, Mark mark) {}

  private final List<String> titles;
  private final List<Boolean> rightAligned;
  private final List<Row> rows = new ArrayList<>();

  public TextTable(String... columns) {
    titles = Stream.of(columns).map(column -> column.replaceFirst("^>", "")).toList();
    rightAligned = Stream.of(columns).map(column -> column.startsWith(">")).toList();
  }

  public void row(List<String> cells, Mark mark) {
    rows.add(new Row(List.copyOf(cells), mark));
  }

  /** Prints the table; without rows, a notice that there is none. */
  public void print(Console console, String none) {
    if (rows.isEmpty()) {
      console.printNotice(none);
    } else {
      print(console.out(), console.style());
    }
  }

  public void print(PrintStream out, TerminalStyle style) {
    print(out, style, Integer.MAX_VALUE, Set.of());
  }

  /**
   * Prints the table in a width: first without some columns, then with long cells cut.
   *
   * @param width number of characters of a line
   * @param dispensable titles of columns that are left out where the width is too small
   */
  public void print(PrintStream out, TerminalStyle style, int width, Set<String> dispensable) {
    int[] widths = new int[titles.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(titles.get(i));
      for (Row row : rows) {
        widths[i] = Math.max(widths[i], width(row.cells.get(i)));
      }
    }
    for (int i = 0; i < widths.length && lineWidth(widths) > width; i++) {
      widths[i] = dispensable.contains(titles.get(i)) ? 0 : widths[i];
    }
    for (int over = lineWidth(widths) - width; over > 0; over--) {
      int widest = -1;
      int most = 0;
      for (int i = 0; i < widths.length; i++) {
        int weight = i == 0 ? widths[i] / 2 : widths[i]; // names keep twice as much as others
        boolean cuttable = widths[i] > Math.max(NARROWEST, width(titles.get(i)));
        if (cuttable && weight > most) {
          widest = i;
          most = weight;
        }
      }
      if (widest < 0) {
        break;
      }
      widths[widest]--;
    }
    out.println(style.dim(line(titles, widths)));
    for (Row row : rows) {
      String line = line(row.cells, widths);
      out.println(
          switch (row.mark) {
            case NONE -> line;
            case GOOD -> style.success(line);
            case WARN -> style.warning(line);
            case BAD -> style.error(line);
          });
    }
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] == 0) {
        continue;
      }
      String cell = cut(cells.get(i), widths[i]);
      String blank = " ".repeat(widths[i] - width(cell));
      line.append(rightAligned.get(i) ? blank + cell : cell + blank).append(" ".repeat(GAP));
    }
    return line.toString().stripTrailing();
  }

  private static int lineWidth(int[] widths) {
    return IntStream.of(widths).filter(width -> width > 0).map(width -> width + GAP).sum() - GAP;
  }

  /** Cuts a text; of a path the end is kept. */
  private static String cut(String text, int width) {
    int over = width(text) - width;
    if (over <= 0) {
      return text;
    }
    return text.contains("/")
        ? "…" + text.substring(text.offsetByCodePoints(0, over + 1))
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
