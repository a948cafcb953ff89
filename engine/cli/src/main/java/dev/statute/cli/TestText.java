package dev.statute.cli;

import dev.statute.problem.Problem;
import dev.statute.testkit.Coverage;
import dev.statute.testkit.Tested;
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

  void print(List<Tested> tests, List<Problem> broken, List<Coverage.Part> coverage) {
    ProblemText.print(out, style, broken);
    String file = "";
    for (Tested test : tests) {
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
  void failures(List<Tested> failed) {
    String file = "";
    for (Tested test : failed) {
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

  private void test(Tested test) {
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

  private void coverage(List<Coverage.Part> parts) {
    out.println();
    TextTable table = new TextTable("coverage", "of", ">reached", ">all", ">%");
    for (Coverage.Part part : parts) {
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
    for (Coverage.Part part : parts) {
      for (Coverage.Goal goal : part.goals()) {
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
