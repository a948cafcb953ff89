package dev.statute.cli.internal.chart;

import dev.statute.analysis.ExamplePath;
import dev.statute.analysis.SearchLimits;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.json.JsonText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.session.ChartAnalysis;
import dev.statute.step.Chart;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "analyze",
    description = "Looks at all that can happen to a chart with its rules.",
    footer = {
      "Exits 1 if it finds something that can never happen, or a way that never ends.",
      "Where --limit ends the search, the output says so; then only what is certain counts."
    },
    mixinStandardHelpOptions = true)
public final class AnalyzeCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "CHART", description = "a chart file")
  private @Nullable Path chart;

  @Option(
      names = "--path-to",
      paramLabel = "STATE",
      split = ",",
      description = "the shortest way to where these states are active, as a test")
  private List<String> pathTo = List.of();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "how many configurations are looked at; default ${DEFAULT-VALUE}")
  private int limit = SearchLimits.DEFAULT.states();

  @Mixin private JsonOption output = new JsonOption();
  @Mixin private ChartOptions options = new ChartOptions();

  public AnalyzeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    boolean json = output.isJson();
    if (limit < 1) {
      throw new UsageException("--limit takes a number of at least 1, not " + limit);
    }
    Path file = InputFiles.requireChart(Objects.requireNonNull(chart));
    ChartAnalysis analysis =
        ProblemText.valueOf(
            ChartAnalysis.of(file, options.newLoader(), SearchLimits.ofStates(limit)), console);
    if (analysis == null) {
      return ExitCode.FINDINGS;
    }
    if (!pathTo.isEmpty()) {
      return printPath(analysis, json);
    }
    AnalysisFindings findings = AnalysisFindings.of(analysis);
    if (json) {
      console.printLine(JsonText.write(findings.json()));
    } else {
      new AnalysisText(console, analysis).print(findings);
    }
    return findings.isEmpty() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  private int printPath(ChartAnalysis analysis, boolean json) {
    pathTo.forEach(state -> requireState(analysis.chart(), state));
    ExamplePath route = analysis.space().shortestPath(pathTo);
    String target = String.join(", ", pathTo);
    if (json) {
      console.printLine(JsonText.write(AnalysisFindings.json(target, route, analysis)));
    } else if (route == null) {
      console.out().println("no way leads to " + target + AnalysisFindings.limitNote(analysis));
    } else {
      AnalysisText text = new AnalysisText(console, analysis);
      text.printPath(route);
      console.out().println();
      analysis.asTest("the way to " + target, route).forEach(console.out()::println);
    }
    return route == null ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  }

  private static void requireState(Chart chart, String state) {
    if (!chart.states().contains(state)) {
      String near = SpellingSuggestion.nearest(state, chart.states());
      throw new UsageException(
          "no state is called '"
              + state
              + "'"
              + (near == null ? "" : ", did you mean '" + near + "'?"));
    }
  }
}
