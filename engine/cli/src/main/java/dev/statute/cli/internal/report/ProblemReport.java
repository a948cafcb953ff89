package dev.statute.cli.internal.report;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.OutputFormat;
import dev.statute.json.JsonText;
import dev.statute.problem.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Problems in formats for people and programs. */
public final class ProblemReport {
  private final Console console;

  public ProblemReport(Console console) {
    this.console = console;
  }

  /**
   * Prints problems, by place, as the command's result; {@code files} is the number of checked
   * files.
   */
  public void print(OutputFormat form, List<Problem> problems, int files) {
    switch (form) {
      case TEXT -> text(problems, files);
      case JSONL -> problems.forEach(problem -> console.printLine(JsonText.write(json(problem))));
      case JSON ->
          console.printLine(JsonText.write(problems.stream().map(ProblemReport::json).toList()));
      case GITHUB ->
          problems.forEach(problem -> console.printLine(GitHubAnnotations.format(problem)));
      case SARIF -> console.printLine(JsonText.write(SarifReport.format(problems)));
      case JUNIT -> console.printLine(JUnitXml.ofProblems(problems));
    }
  }

  private void text(List<Problem> problems, int files) {
    ProblemText.print(console.out(), console.style(), problems);
    long errors = problems.stream().filter(Problem::isError).count();
    console.printNotice(
        CountedNoun.of(files, "file")
            + ": "
            + (problems.isEmpty()
                ? "nothing wrong"
                : CountedNoun.of(errors, "error")
                    + ", "
                    + CountedNoun.of(problems.size() - errors, "warning")));
  }

  static Map<String, Object> json(Problem problem) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("severity", problem.isError() ? "error" : "warning");
    map.put("code", problem.code());
    map.put("place", problem.place().toString());
    map.put("file", problem.place().file());
    map.put("line", (long) problem.place().line());
    map.put("column", (long) problem.place().column());
    map.put("message", problem.message());
    map.put("fix", problem.fix());
    return map;
  }
}
