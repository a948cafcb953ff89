package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.policy.Pack;
import dev.statute.problem.Loaded;
import dev.statute.step.Chart;
import java.util.List;
import java.util.Map;

/** Checks a chart and makes it run. */
@SuppressWarnings("DoNotCallSuggester")
public final class ChartCompiler {
  private ChartCompiler() {}

  public static Loaded<Chart> compile(
      ChartDefinition definition, List<Pack> packs, Map<String, ?> overrides) {
    throw new UnsupportedOperationException();
  }
}
