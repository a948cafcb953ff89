package dev.statute.cli.internal.console;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
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
    int[] widths = new int[titles.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(titles.get(i));
      for (Row row : rows) {
        widths[i] = Math.max(widths[i], width(row.cells.get(i)));
      }
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
      String cell = cells.get(i);
      String blank = " ".repeat(widths[i] - width(cell));
      line.append(rightAligned.get(i) ? blank + cell : cell + blank).append("  ");
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
