package dev.statute.step.internal.rules;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.Map;

/** Check that hydrated items are declared data: E202. */
final class HydrationRules {
  private HydrationRules() {}

  static void check(ChartDefinition chart, ProblemCollector problems) {
    Map<String, DataDefinition> declared = chart.data();
    for (SourceText name : chart.hydrate()) {
      if (declared != null && !declared.containsKey(name.value())) {
        problems.error(
            "E202",
            name,
            "'hydrate' names '" + name + "', which 'data' does not declare",
            SpellingSuggestion.fix(name.value(), declared.keySet(), "declare it under 'data'"));
      }
    }
  }
}
