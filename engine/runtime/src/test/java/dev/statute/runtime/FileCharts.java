package dev.statute.runtime;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartVocabulary;
import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.DroolsPolicy;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.Interpreter;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.YamlCharts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Charts in files with their rules. */
public final class FileCharts {
  private FileCharts() {}

  /** Loads the chart of a file, or an older version of it, with the current rules. */
  public static Loaded<Interpreter> load(Path file, @Nullable ChartDefinition pinned) {
    ProblemCollector problems = new ProblemCollector();
    ChartDefinition definition =
        pinned == null ? YamlCharts.load(file).getOrReport(problems) : pinned;
    if (definition == null) {
      return Loaded.of(null, problems);
    }
    List<Pack> packs =
        PackFinder.standard().find(definition.policies(), file).getOrReport(problems);
    DroolsPolicy policy =
        packs == null
            ? null
            : DroolsPolicies.compile(packs, ChartVocabulary.of(definition)).getOrReport(problems);
    if (policy == null) {
      return Loaded.of(null, problems);
    }
    Chart chart =
        Chart.compile(
                definition,
                new CompileOptions(packs, Map.of(), Map.of(), policy.settingNames(), null))
            .getOrReport(problems);
    return Loaded.of(chart == null ? null : Interpreter.of(chart, policy), problems);
  }
}
