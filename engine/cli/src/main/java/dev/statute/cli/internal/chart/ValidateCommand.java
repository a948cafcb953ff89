package dev.statute.cli.internal.chart;

import dev.statute.ChartLoader;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.OutputFormat;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.cli.internal.report.ProblemReport;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
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
public final class ValidateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "files or folders")
  private List<Path> paths = List.of();

  @Option(
      names = "--output",
      paramLabel = "FORM",
      description = "text (default), jsonl, json, github, sarif or junit")
  private OutputFormat output = OutputFormat.TEXT;

  @Mixin private ChartOptions options = new ChartOptions();

  public ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ChartLoader loader = options.newLoader();
    if (loader.layers().size() > 1) {
      console.printNotice("layers, the last outvotes: " + loader.layers());
    }
    FileValidation validation = new FileValidation(loader);
    FileTree tree = FileTree.of(paths, validation::accepts);
    List<Path> files = tree.files();
    tree.unreadNotes().forEach(console::printNotice);
    if (files.isEmpty()) {
      throw new UsageException("there is no chart, rule file or test in what you named");
    }
    ProblemCollector problems = new ProblemCollector();
    for (Path file : files) {
      problems.addAll(validation.check(file));
    }
    List<Problem> all = problems.sorted();
    new ProblemReport(console).print(output, all, files.size());
    return !tree.unread().isEmpty() || all.stream().anyMatch(Problem::isError)
        ? ExitCode.FINDINGS
        : ExitCode.SUCCESS;
  }
}
