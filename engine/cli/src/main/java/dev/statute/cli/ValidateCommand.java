package dev.statute.cli;

import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description = "Says all that is wrong with charts, rules and test files.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "files or folders")
  private List<Path> paths = List.of();

  @Option(
      names = "--output",
      paramLabel = "FORM",
      description = "text (default), jsonl, json, github, sarif or junit")
  private OutputFormat output = OutputFormat.TEXT;

  @Mixin private ChartOptions options = new ChartOptions();

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    FileValidation validation = new FileValidation(options.bench());
    FileTree tree = FileTree.of(paths, validation::concerns);
    List<Path> files = tree.files();
    tree.notes().forEach(console::say);
    if (files.isEmpty()) {
      throw new UsageException("there is no chart, rule file or test in what you named");
    }
    Problems problems = new Problems();
    for (Path file : files) {
      problems.addAll(validation.check(file));
    }
    List<Problem> all = problems.sorted();
    new ProblemReport(console).print(output, all, files.size());
    return !tree.unread().isEmpty() || all.stream().anyMatch(Problem::isError)
        ? ExitCode.FINDINGS
        : ExitCode.FINE;
  }
}
