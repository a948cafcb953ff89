package dev.statute.drools.internal.table;

import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decision table: each row below the header is one rule. A column is a condition ({@code guard},
 * {@code event}, {@code from}, {@code payload.NAME}, …), the {@code verdict} with its {@code
 * reason}, the name of the {@code rule}, or a {@code note}.
 */
public final class DecisionTable {
  private static final Set<String> PROPERTIES =
      new LinkedHashSet<>(List.of("guard", "event", "from", "to", "kind", "chart", "source"));

  /** Values with a name, by the prefix of their columns. */
  private static final Map<String, String> VALUES =
      Map.of("payload.", "payload", "data.", "instance.data", "fields.", "instance.fields");

  private static final Set<String> OTHERS =
      new LinkedHashSet<>(List.of("rule", "verdict", "reason", "note"));

  /** Types of verdicts and of the facts that they are about, by the words of tables. */
  private static final Map<String, String[]> VERDICTS =
      Map.of(
          "grant", new String[] {"Grant", "Candidate"},
          "deny", new String[] {"Deny", "Transition"},
          "permit", new String[] {"Permit", "Transition"},
          "ignore", new String[] {"Ignore", "Transition"});

  private final List<TableCell> header;
  private final ProblemCollector problems;
  private final TableText text = new TableText();
  private final Map<String, ColumnKinds> values = new LinkedHashMap<>();

  private DecisionTable(List<TableCell> header, ProblemCollector problems) {
    this.header = header;
    this.problems = problems;
  }

  /** Tests for the name of a file with a table. */
  public static boolean isTable(String file) {
    return file.endsWith(".csv") || file.endsWith(".xlsx") || file.endsWith(".xls");
  }

  /** Translates a table to DRL, or reports all problems and returns null. */
  public static @Nullable TableText translate(Source source, ProblemCollector problems) {
    ProblemCollector found = new ProblemCollector();
    List<List<TableCell>> rows = withoutEmptyColumns(TableReader.read(source, found));
    TableText text = null;
    if (rows.size() < 2) {
      found.error(
          "R152",
          SourceText.of("", source.place(0)),
          "the table has no row below a header",
          "write a header, such as guard,payload.amount,verdict,reason, and a row for each case");
    } else {
      DecisionTable table = new DecisionTable(rows.get(0), found);
      table.checkHeader();
      if (!found.hasErrors()) {
        table.text.append(source.place(0), "import dev.statute.policy.*\n");
        rows.subList(1, rows.size()).forEach(table::row);
        table.values.values().forEach(column -> column.check(found));
        text = table.text;
      }
    }
    problems.addAll(found.sorted());
    return found.hasErrors() ? null : text;
  }

  /** Leaves columns out that have neither a name nor a cell, as spreadsheet programs save them. */
  private static List<List<TableCell>> withoutEmptyColumns(List<List<TableCell>> rows) {
    int width = rows.stream().mapToInt(List::size).max().orElse(0);
    List<Integer> kept =
        IntStream.range(0, width)
            .filter(
                column ->
                    rows.stream()
                        .anyMatch(row -> column < row.size() && !row.get(column).text().isEmpty()))
            .boxed()
            .toList();
    return rows.stream()
        .map(row -> kept.stream().filter(column -> column < row.size()).map(row::get).toList())
        .toList();
  }

  private void checkHeader() {
    Set<String> before = new LinkedHashSet<>();
    for (TableCell column : header) {
      String name = column.text();
      boolean isKnown =
          PROPERTIES.contains(name) || OTHERS.contains(name) || valuePrefix(name) != null;
      if (!isKnown) {
        problems.error(
            "R150",
            column.place(),
            name.isEmpty() ? "this column has no name" : "there is no column '" + name + "'",
            SpellingSuggestion.fix(
                name,
                Stream.concat(PROPERTIES.stream(), OTHERS.stream()).toList(),
                "write one of "
                    + PROPERTIES
                    + ", payload.NAME, data.NAME, fields.NAME, "
                    + OTHERS));
      } else if (!before.add(name) && !name.equals("note")) {
        problems.error(
            "R150", column.place(), "the column '" + name + "' is there twice", "keep one");
      }
    }
    if (!before.contains("verdict")) {
      problems.error(
          "R150",
          header.get(0).place(),
          "the table has no column 'verdict'",
          "add it, with grant, deny, permit or ignore in each row");
    }
  }

  private static @Nullable String valuePrefix(String column) {
    return VALUES.keySet().stream()
        .filter(prefix -> column.startsWith(prefix) && column.length() > prefix.length())
        .findFirst()
        .orElse(null);
  }

  private void row(List<TableCell> row) {
    TableCell first = row.get(0);
    Place place = first.place().place();
    Place line = new Place(place.file(), place.line(), 1);
    if (row.size() > header.size()) {
      problems.error(
          "R152",
          row.get(header.size()).place(),
          "this row has more cells than the header",
          "name its column in the header, or quote a cell that contains the separator");
      return;
    }
    Map<String, TableCell> cells = new LinkedHashMap<>();
    for (int i = 0; i < row.size(); i++) {
      cells.put(header.get(i).text(), row.get(i));
    }
    TableCell verdict = cells.get("verdict");
    String[] types = verdict == null ? null : VERDICTS.get(verdict.text());
    if (verdict == null || types == null) {
      problems.error(
          "R151",
          verdict == null ? first.place() : verdict.place(),
          verdict == null || verdict.isEmpty()
              ? "this row has no verdict"
              : "there is no verdict '" + verdict.text() + "'",
          "write grant, deny, permit or ignore");
      return;
    }
    TableCell reason = cells.get("reason");
    String words =
        reason == null || reason.isEmpty()
            ? "row " + place.line() + " of the table"
            : reason.text();
    name(cells.get("rule"), line);
    text.append(line, "when $p : " + types[1] + "( ");
    conditions(cells, line);
    text.append(line, " ) then ")
        .append(verdict.place().place(), "insert( new " + types[0])
        .append(
            reason == null ? line : reason.place().place(),
            "($p, " + TableText.literal(words) + ") );")
        .append(line, " end\n");
  }

  private void name(@Nullable TableCell cell, Place line) {
    String name = cell == null || cell.isEmpty() ? "row " + line.line() : cell.text();
    if (cell != null && !name.matches("[^\"\\\\\\p{Cntrl}]{1,100}")) {
      problems.error(
          "R151",
          cell.place(),
          "this is no name of a rule",
          "write at most 100 characters without quotes, backslashes and line ends");
    }
    text.append(line, "rule \"").append(cell == null ? line : cell.place().place(), name);
    text.append(line, "\" ");
  }

  private void conditions(Map<String, TableCell> cells, Place line) {
    List<String> before = new ArrayList<>();
    for (Map.Entry<String, TableCell> each : cells.entrySet()) {
      TableCell cell = each.getValue();
      String column = each.getKey();
      String prefix = valuePrefix(column);
      if (cell.isEmpty() || OTHERS.contains(column)) {
        continue;
      }
      String condition = condition(cell, column, prefix);
      if (condition != null) {
        text.append(line, before.isEmpty() ? "" : ", ").append(cell.place().place(), condition);
        before.add(column);
      }
    }
  }

  /** Translates a cell that tests something; null after a problem. */
  private @Nullable String condition(TableCell cell, String column, @Nullable String prefix) {
    CellTests tests;
    try {
      tests = CellParser.parse(cell.text());
    } catch (CellException refusal) {
      problems.error("R151", cell.place(), refusal.message(), refusal.fix());
      return null;
    }
    CellCondition condition = new CellCondition(cell, tests);
    if (prefix == null) {
      return condition.ofProperty(column, problems);
    }
    values.computeIfAbsent(column, name -> new ColumnKinds()).add(condition);
    return condition.ofValue(VALUES.getOrDefault(prefix, ""), column.substring(prefix.length()));
  }
}
