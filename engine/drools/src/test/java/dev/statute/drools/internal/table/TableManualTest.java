package dev.statute.drools.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Columns of decision tables in the manual, and those that the reader knows. */
class TableManualTest {
  private static final Path PAGE =
      Path.of(System.getProperty("statute.root"), "rules", "README.md");
  private static final String HEADER = "\n| column | cell |\n|---|---|\n";
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\|");
  private static final Pattern COLUMN = Pattern.compile("[a-z]+(?:\\.NAME)?");

  @Test
  void the_manual_has_each_column_and_no_other() throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(HEADER) + HEADER.length();
    Set<String> shown = new TreeSet<>();
    ROW.matcher(page.substring(start, page.indexOf("\n\n", start)))
        .results()
        .forEach(row -> addColumns(row.group(1), shown));
    ProblemCollector problems = new ProblemCollector();
    DecisionTable.translate(new Source("t.rules.csv", "qqqqqqqq,verdict\na,deny\n"), problems);
    Set<String> known = new TreeSet<>();
    addColumns(problems.sorted().get(0).fix().replace("write one of", ""), known);
    assertThat(shown).hasSizeGreaterThan(10).isEqualTo(known);
  }

  private static void addColumns(String text, Set<String> columns) {
    COLUMN.matcher(text).results().forEach(column -> columns.add(column.group()));
  }
}
