package dev.statute.drools.internal.table;

import dev.statute.drools.internal.table.CellTest.Absent;
import dev.statute.drools.internal.table.CellTest.Text;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.List;

/**
 * Check of a column of values: a word without quotes among numbers or flags is a mistyped test,
 * which would never match.
 */
final class ColumnKinds {
  private final List<CellCondition> words = new ArrayList<>();
  private String others = "";

  /** Adds a cell of the column. */
  void add(CellCondition cell) {
    boolean hasWord = false;
    for (CellTest test : cell.tests().alternatives()) {
      if (test instanceof Text text) {
        hasWord |= !text.isQuoted();
      } else if (!(test instanceof Absent)) {
        others = test instanceof CellTest.Flag ? "true or false" : "numbers";
      }
    }
    if (hasWord) {
      words.add(cell);
    }
  }

  /** Reports words beside other values. */
  void check(ProblemCollector problems) {
    if (others.isEmpty()) {
      return;
    }
    for (CellCondition cell : words) {
      problems.error(
          "R151",
          cell.cell().place(),
          "'" + cell.cell().text() + "' is a word, and other cells of this column are " + others,
          others.equals("numbers")
              ? "write a number or a comparison such as <= 100, or the word in quotes, such as 'a'"
              : "write true or false, or the word in quotes, such as 'a'");
    }
  }
}
