package dev.statute.cli.internal.top;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.cli.internal.console.TextTable.Mark;
import dev.statute.cli.internal.top.TopSource.TopRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Pages of the view as text. */
final class TopScreen {
  private static final int MAX_CELL = 60;

  private final Console console;

  TopScreen(Console console) {
    this.console = console;
  }

  /**
   * Prints the rows.
   *
   * @param selected index of the selected row; -1 = none
   * @param atMost number of rows to print, those around the selected one
   */
  void list(String source, Instant at, List<TopRow> rows, int selected, int atMost) {
    long stuck = rows.stream().filter(row -> !row.finding().isEmpty()).count();
    long agents = rows.stream().filter(TopRow::agent).count();
    console
        .out()
        .println(
            source
                + "  "
                + at.truncatedTo(ChronoUnit.SECONDS)
                + "  "
                + CountedNoun.of(rows.size() - agents, "instance")
                + ", "
                + CountedNoun.of(agents, "agent")
                + ", "
                + stuck
                + " with findings");
    if (rows.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable("", "kind", "id", "chart", "state", "status", "waits for", "finding");
    int from = Math.max(0, Math.min(selected - atMost / 2, rows.size() - atMost));
    for (int i = from; i < Math.min(rows.size(), from + atMost); i++) {
      TopRow row = rows.get(i);
      table.row(
          List.of(
              i == selected ? ">" : "",
              row.agent() ? "agent" : "instance",
              cut(row.id()),
              cut(row.chart()),
              cut(row.state()),
              row.status(),
              cut(row.waits()),
              cut(row.finding())),
          row.finding().isEmpty() ? Mark.NONE : Mark.WARN);
    }
    table.print(console.out(), console.style());
  }

  /** Prints one row with lines about it. */
  void one(TopRow row, List<String> lines, int atMost, int width) {
    console.out().println(console.style().bold(row.id()) + "  " + row.chart() + "  " + row.state());
    lines.stream().limit(atMost).forEach(line -> console.out().println(cut(line, width)));
  }

  private static String cut(String text) {
    return cut(text, MAX_CELL);
  }

  private static String cut(String text, int width) {
    String line = text.replace('\n', ' ');
    return line.length() <= width ? line : line.substring(0, width - 1) + "…";
  }
}
