package dev.statute.cli;

import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import dev.statute.yaml.YamlCharts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description = "Says all that is wrong with charts, rules and test files.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "files or folders")
  private List<Path> paths = List.of();

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Problems problems = new Problems();
    for (Path path : paths) {
      problems.addAll(YamlCharts.load(path).problems());
    }
    List<Problem> all = problems.sorted();
    ProblemText.print(console.out(), console.style(), all);
    return all.stream().anyMatch(Problem::isError) ? Exit.FINDINGS : Exit.FINE;
  }
}
