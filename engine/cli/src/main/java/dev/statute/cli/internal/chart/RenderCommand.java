package dev.statute.cli.internal.chart;

import dev.statute.ChartFile;
import dev.statute.chart.ChartDefinition;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.yaml.PackFinder;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws also a chart with errors, beside which it prints them; rules are not looked at. */
@Command(name = "render", description = "Draws a chart.", mixinStandardHelpOptions = true)
public final class RenderCommand implements Callable<Integer> {
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
    Path file = InputFiles.requireChart(Objects.requireNonNull(chart));
    Loaded<ChartDefinition> loaded = ChartFile.load(file);
    ChartDefinition definition = loaded.value();
    if (definition == null) {
      ProblemText.printNotices(console, loaded.problems());
      return ExitCode.FINDINGS;
    }
    console.out().print(format.render(definition));
    List<Problem> errors = errors(file, definition);
    ProblemText.printNotices(console, errors);
    return errors.isEmpty() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  /** Compiles the chart with its packs' settings; what their rules read and grant is not known. */
  private static List<Problem> errors(Path file, ChartDefinition chart) {
    ProblemCollector problems = new ProblemCollector();
    List<Pack> packs = PackFinder.standard().find(chart.policies(), file).getOrReport(problems);
    Set<String> read = new HashSet<>(chart.settings().keySet());
    chart.policies().forEach(pack -> read.addAll(pack.settings().keySet()));
    CompileOptions options = new CompileOptions(packs, Map.of(), Map.of(), read, null);
    Chart.compile(chart, options).getOrReport(problems);
    return problems.sorted().stream().filter(Problem::isError).toList();
  }
}
