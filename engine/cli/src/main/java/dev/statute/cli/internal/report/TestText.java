package dev.statute.cli.internal.report;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.problem.Problem;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import java.io.PrintStream;
import java.util.List;

/** Test results as text. */
public final class TestText {
  private final PrintStream out;
  private final TerminalStyle style;

  public TestText(Console console) {
    this.out = console.out();
    this.style = console.style();
  }

  void print(List<TestOutcome> tests, List<Problem> broken, List<TestCoverage.Part> coverage) {
    ProblemText.print(out, style, broken);
    printTests(tests);
    if (!coverage.isEmpty()) {
      printCoverage(coverage);
    }
    long failed = tests.stream().filter(test -> !test.passed()).count();
    out.println();
    out.println(
        CountedNoun.of(tests.size(), "test")
            + ", "
            + (tests.isEmpty()
                ? style.error("none ran")
                : failed == 0 ? style.success("all passed") : style.error(failed + " failed"))
            + printUnusable(broken));
  }

  /** Prints tests under their files. */
  public void printTests(List<TestOutcome> tests) {
    String file = "";
    for (TestOutcome test : tests) {
      if (!test.file().equals(file)) {
        file = test.file();
        out.println(style.bold(file));
      }
      printTest(test);
    }
  }

  private String printUnusable(List<Problem> broken) {
    long files =
        broken.stream()
            .filter(Problem::isError)
            .map(problem -> problem.place().file())
            .distinct()
            .count();
    return files == 0
        ? ""
        : ", " + style.error(CountedNoun.of(files, "file") + " could not be used");
  }

  private void printTest(TestOutcome test) {
    if (test.passed()) {
      out.println("  " + style.success("✓") + " " + test.name());
      return;
    }
    out.println("  " + style.error("✗") + " " + test.name());
    for (Problem problem : test.failures()) {
      problem.toString().lines().forEach(line -> out.println("    " + line));
    }
    if (!test.story().isEmpty()) {
      out.println("    what happened:");
      test.story().forEach(line -> out.println("      " + line));
    }
  }

  private void printCoverage(List<TestCoverage.Part> parts) {
    out.println();
    TextTable table = new TextTable("coverage", "of", ">reached", ">all", ">%");
    for (TestCoverage.Part part : parts) {
      long all = part.goals().size();
      table.row(
          List.of(
              part.of(),
              part.kind(),
              Long.toString(part.reached()),
              Long.toString(all),
              Long.toString(100 * part.reached() / all)),
          part.reached() == all ? TextTable.Mark.GOOD : TextTable.Mark.WARN);
    }
    table.print(out, style);
    for (TestCoverage.Part part : parts) {
      for (TestCoverage.Goal goal : part.goals()) {
        if (!goal.reached()) {
          out.println(
              "  not reached: "
                  + goal.name()
                  + goal.tried()
                  + "  "
                  + style.dim(goal.place().toString()));
        }
      }
    }
  }
}
