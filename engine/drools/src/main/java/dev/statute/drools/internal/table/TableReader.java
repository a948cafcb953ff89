package dev.statute.drools.internal.table;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader of comma-separated values (RFC 4180) that keeps the place of each cell, which libraries do
 * not. The separator is a comma, a semicolon or a tab: the one that is most frequent in the first
 * row, because spreadsheet programs choose it by the language of the system; in the table of a
 * spreadsheet it is a tab. Rows that are blank or begin with {@code #} are skipped.
 */
final class TableReader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Source source;
  private final String content;
  private final ProblemCollector problems;
  private final char separator;
  private int at;

  private TableReader(Source source, ProblemCollector problems) {
    this.source = source;
    this.problems = problems;
    content = source.content();
    at = !content.isEmpty() && content.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
    separator = source.isSheet() ? '\t' : separator(content.substring(at));
  }

  /** Reads the rows with text, the header first. */
  static List<List<TableCell>> read(Source source, ProblemCollector problems) {
    TableReader reader = new TableReader(source, problems);
    List<List<TableCell>> rows = new ArrayList<>();
    while (reader.at < reader.content.length()) {
      List<TableCell> row = reader.row();
      boolean isComment = row.get(0).text().startsWith("#");
      if (!isComment && row.stream().anyMatch(cell -> !cell.text().isEmpty())) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static char separator(String content) {
    String head =
        content
            .lines()
            .filter(line -> !line.isBlank() && !line.strip().startsWith("#"))
            .findFirst()
            .orElse("");
    char best = ',';
    for (char each : new char[] {';', '\t'}) {
      best = count(head, each) > count(head, best) ? each : best;
    }
    return best;
  }

  private static long count(String text, char wanted) {
    return text.chars().filter(c -> c == wanted).count();
  }

  private List<TableCell> row() {
    List<TableCell> cells = new ArrayList<>();
    cells.add(cell());
    while (at < content.length() && content.charAt(at) == separator) {
      at++;
      cells.add(cell());
    }
    if (at < content.length() && content.charAt(at) == '\r') {
      at++;
    }
    if (at < content.length() && content.charAt(at) == '\n') {
      at++;
    }
    return cells;
  }

  private boolean isEnd(int index) {
    char c = index < content.length() ? content.charAt(index) : '\n';
    return c == separator || c == '\n' || c == '\r';
  }

  private TableCell cell() {
    while (!isEnd(at) && Character.isWhitespace(content.charAt(at))) {
      at++;
    }
    return !isEnd(at) && content.charAt(at) == '"' ? quoted() : plain();
  }

  private TableCell plain() {
    int start = at;
    while (!isEnd(at)) {
      at++;
    }
    String text = content.substring(start, at).stripTrailing();
    return new TableCell(source, text, start, start + text.length());
  }

  /** Reads a quoted cell; two quotes inside stand for one. */
  private TableCell quoted() {
    int start = at++;
    StringBuilder text = new StringBuilder();
    while (at < content.length()) {
      char c = content.charAt(at++);
      if (c != '"') {
        text.append(c);
      } else if (at < content.length() && content.charAt(at) == '"') {
        text.append('"');
        at++;
      } else {
        return afterQuote(start, text.toString());
      }
    }
    problems.error(
        "R152",
        SourceText.of("\"", source.place(start)),
        "this quote is never closed",
        "close it, or write two quotes for one inside a quoted cell");
    return new TableCell(source, text.toString().strip(), start, at);
  }

  private TableCell afterQuote(int start, String text) {
    int end = at;
    while (!isEnd(at)) {
      at++;
    }
    TableCell cell = new TableCell(source, text.strip(), start, end);
    if (!content.substring(end, at).isBlank()) {
      problems.error(
          "R152",
          cell.place(),
          "there is text after the closing quote",
          "quote the whole cell; write two quotes for one inside");
    }
    return cell;
  }
}
