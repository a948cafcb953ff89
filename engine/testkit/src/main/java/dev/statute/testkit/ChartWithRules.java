package dev.statute.testkit;

import dev.statute.chart.ChartDefinition;
import dev.statute.policy.Pack;
import dev.statute.policy.Policy;
import dev.statute.problem.Loaded;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import java.util.List;
import java.util.Map;

/** A chart as written and the compiled rules that judge it; only settings are missing. */
record ChartWithRules(ChartDefinition definition, List<Pack> packs, Policy policy) {

  /** Makes it run under these settings, which win over all others. */
  Loaded<Interpreter> with(Map<String, ?> settings) {
    Loaded<Chart> compiled = Chart.compile(definition, packs, settings);
    Chart chart = compiled.value();
    return new Loaded<>(
        chart == null ? null : Interpreter.of(chart, policy), compiled.problems());
  }
}
