package dev.statute.chart.internal.rules;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.Map;

/** Checks that what a new life takes over is declared data: E202. */
final class HydrationRules {
  private HydrationRules() {}

  static void check(ChartDefinition chart, Problems problems) {
    Map<String, DataDefinition> declared = chart.data();
    for (Text name : chart.hydrate()) {
      if (declared != null && !declared.containsKey(name.value())) {
        String near = Suggest.nearest(name.value(), declared.keySet());
        problems.error(
            "E202",
            name,
            "'hydrate' names '" + name + "', which 'data' does not declare",
            near == null ? "declare it under 'data'" : "did you mean '" + near + "'?");
      }
    }
  }
}
