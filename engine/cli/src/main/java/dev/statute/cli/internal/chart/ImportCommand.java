package dev.statute.cli.internal.chart;

import dev.statute.ChartFile;
import dev.statute.chart.ChartDefinition;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = "Prints a state chart in W3C SCXML as a chart in YAML.",
    mixinStandardHelpOptions = true)
public final class ImportCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FILE.scxml", description = "an SCXML document")
  private @Nullable Path document;

  public ImportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path file =
        InputFiles.requirePlain(
            InputFiles.requireReadable(Objects.requireNonNull(document)), "a document");
    Map<String, String> charts = ProblemText.valueOf(ChartFile.translate(file), console);
    if (charts == null) {
      return ExitCode.FINDINGS;
    }
    console.out().print(String.join("---\n", charts.values()));
    return isChart(file) ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  /** Loads the printed chart; problems have their places in the document. */
  private boolean isChart(Path file) {
    Loaded<ChartDefinition> loaded = ChartFile.load(file);
    ChartDefinition chart = loaded.value();
    Loaded<?> checked = chart == null ? loaded : Chart.compile(chart);
    List<Problem> wrong = checked.problems().stream().filter(Problem::isError).toList();
    ProblemText.printNotices(console, wrong);
    return wrong.isEmpty();
  }
}
