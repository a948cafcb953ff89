package dev.statute.cli.internal.report;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.OutputFormat;
import dev.statute.json.JsonText;
import dev.statute.problem.Problem;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Report of test results. */
public final class TestReport {
  private final Console console;
  private final OutputFormat form;

  public TestReport(Console console, OutputFormat form) {
    this.console = console;
    this.form = form;
  }

  /**
   * Prints the command's result.
   *
   * @param broken problems of the files themselves
   * @param coverage empty = not requested
   */
  public void print(
      List<TestOutcome> tests, List<Problem> broken, List<TestCoverage.Part> coverage) {
    switch (form) {
      case TEXT -> new TestText(console).print(tests, broken, coverage);
      case JSONL -> jsonLines(tests, broken, coverage).forEach(this::line);
      case JSON -> line(jsonDocument(tests, broken, coverage));
      case JUNIT ->
          console.printLine(JUnitXml.ofTests(withUnreadable(tests, broken), uncovered(coverage)));
      case GITHUB, SARIF -> {
        List<Problem> problems = new ArrayList<>(broken);
        tests.forEach(test -> problems.addAll(test.failures()));
        problems.addAll(uncovered(coverage));
        new ProblemReport(console).print(form, problems, 0);
      }
    }
  }

  /** Creates warnings for goals that no test reaches. */
  private static List<Problem> uncovered(List<TestCoverage.Part> coverage) {
    return coverage.stream()
        .flatMap(part -> part.goals().stream())
        .filter(goal -> !goal.reached())
        .map(TestCoverage.Goal::missed)
        .toList();
  }

  private static List<Map<String, Object>> jsonLines(
      List<TestOutcome> tests, List<Problem> broken, List<TestCoverage.Part> coverage) {
    List<Map<String, Object>> lines = new ArrayList<>();
    broken.forEach(problem -> lines.add(Map.of("problem", ProblemReport.json(problem))));
    tests.forEach(test -> lines.add(Map.of("test", json(test))));
    coverage.forEach(part -> lines.add(Map.of("coverage", json(part))));
    lines.add(Map.of("total", total(tests, broken)));
    return lines;
  }

  private static Map<String, Object> jsonDocument(
      List<TestOutcome> tests, List<Problem> broken, List<TestCoverage.Part> coverage) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("problems", broken.stream().map(ProblemReport::json).toList());
    all.put("tests", tests.stream().map(TestReport::json).toList());
    if (!coverage.isEmpty()) {
      all.put("coverage", coverage.stream().map(TestReport::json).toList());
    }
    all.put("total", total(tests, broken));
    return all;
  }

  private static Map<String, Object> json(TestOutcome test) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("file", test.file());
    map.put("name", test.name());
    map.put("place", test.place().toString());
    map.put("passed", test.passed());
    if (!test.passed()) {
      map.put("failures", test.failures().stream().map(ProblemReport::json).toList());
      map.put("story", test.story());
    }
    return map;
  }

  private static Map<String, Object> json(TestCoverage.Part part) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("of", part.of());
    map.put("kind", part.kind());
    map.put("reached", part.reached());
    map.put("all", (long) part.goals().size());
    map.put(
        "missed",
        part.goals().stream().filter(goal -> !goal.reached()).map(TestReport::json).toList());
    if (part.kind().equals("patterns")) {
      map.put("patterns", part.goals().stream().map(TestReport::json).toList());
    }
    return map;
  }

  private static Map<String, Object> json(TestCoverage.Goal goal) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", goal.name());
    map.put("place", goal.place().toString());
    TestCoverage.Tries tries = goal.tries();
    if (tries != null) {
      map.put("tried", (long) tries.tried());
      map.put("matched", (long) tries.matched());
    }
    return map;
  }

  private static Map<String, Object> total(List<TestOutcome> tests, List<Problem> broken) {
    Map<String, Object> total = new LinkedHashMap<>();
    total.put("tests", (long) tests.size());
    total.put("failed", tests.stream().filter(test -> !test.passed()).count());
    total.put("problems", (long) broken.size());
    return total;
  }

  /** Adds a failed test for each unreadable file. */
  private static List<TestOutcome> withUnreadable(List<TestOutcome> tests, List<Problem> broken) {
    List<TestOutcome> all = new ArrayList<>(tests);
    for (Problem problem : broken) {
      if (problem.isError()) {
        all.add(
            new TestOutcome(
                problem.place().file(),
                problem.code() + " " + problem.place(),
                problem.place(),
                List.of(problem),
                List.of()));
      }
    }
    return all;
  }

  private void line(Map<String, Object> map) {
    console.printLine(JsonText.write(map));
  }
}
