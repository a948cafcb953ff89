package dev.statute.cli;

import dev.statute.problem.Problem;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import java.io.PrintStream;
import java.util.List;

/** Says what came of tests to a person. */
final class TestText {
  private final PrintStream out;
  private final TerminalStyle style;

  TestText(Console console) {
    this.out = console.out();
    this.style = console.style();
  }

  void print(List<TestOutcome> tests, List<Problem> broken, List<TestCoverage.Part> coverage) {
    ProblemText.print(out, style, broken);
    String file = "";
    for (TestOutcome test : tests) {
      if (!test.file().equals(file)) {
        file = test.file();
        out.println(style.strong(file));
      }
      test(test);
    }
    if (!coverage.isEmpty()) {
      coverage(coverage);
    }
    long failed = tests.stream().filter(test -> !test.passed()).count();
    out.println();
    out.println(
        Plural.of(tests.size(), "test")
            + ", "
            + (tests.isEmpty()
                ? style.bad("none ran")
                : failed == 0 ? style.good("all passed") : style.bad(failed + " failed"))
            + unusable(broken));
  }

  /** Tests that failed, each under its file. */
  void failures(List<TestOutcome> failed) {
    String file = "";
    for (TestOutcome test : failed) {
      if (!test.file().equals(file)) {
        file = test.file();
        out.println(style.strong(file));
      }
      test(test);
    }
  }

  private String unusable(List<Problem> broken) {
    long files =
        broken.stream()
            .filter(Problem::isError)
            .map(problem -> problem.place().file())
            .distinct()
            .count();
    return files == 0 ? "" : ", " + style.bad(Plural.of(files, "file") + " could not be used");
  }

  private void test(TestOutcome test) {
    if (test.passed()) {
      out.println("  " + style.good("✓") + " " + test.name());
      return;
    }
    out.println("  " + style.bad("✗") + " " + test.name());
    for (Problem problem : test.failures()) {
      problem.toString().lines().forEach(line -> out.println("    " + line));
    }
    if (!test.story().isEmpty()) {
      out.println("    what happened:");
      test.story().forEach(line -> out.println("      " + line));
    }
  }

  private void coverage(List<TestCoverage.Part> parts) {
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
                  + style.faint(goal.place().toString()));
        }
      }
    }
  }
}
