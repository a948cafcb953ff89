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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "render", description = "Draws a chart.", mixinStandardHelpOptions = true)
public final class RenderCommand implements Callable<Integer> {
  /** Codes of an arrow to a state that is not there, and of two states with one name. */
  private static final Set<String> UNDRAWABLE = Set.of("C201", "C202");

  private final Console console;

  @Parameters(paramLabel = "CHART", description = "a chart file")
  private @Nullable Path chart;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
  private RenderFormat format = RenderFormat.MERMAID;

  public RenderCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Loaded<ChartDefinition> loaded =
        ChartFile.load(InputFiles.requireChart(Objects.requireNonNull(chart)));
    ChartDefinition definition = loaded.value();
    if (definition == null) {
      ProblemText.printNotices(console, loaded.problems());
      return ExitCode.FINDINGS;
    }
    List<Problem> undrawable =
        Chart.compile(definition).problems().stream()
            .filter(problem -> UNDRAWABLE.contains(problem.code()))
            .toList();
    if (!undrawable.isEmpty()) {
      ProblemText.printNotices(console, undrawable);
      return ExitCode.FINDINGS;
    }
    console.out().print(format.render(definition));
    return ExitCode.SUCCESS;
  }
}
