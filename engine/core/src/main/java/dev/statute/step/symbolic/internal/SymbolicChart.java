package dev.statute.step.symbolic.internal;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.CompiledChart;

/**
 * Compiled chart with its settings, its actions as defined, and the approximation of its policy.
 */
record SymbolicChart(
    CompiledChart model, DefinedActions actions, Settings settings, PolicyApproximation policy) {
  static SymbolicChart of(Chart chart, PolicyApproximation policy) {
    CompiledChart model = chart.model();
    return new SymbolicChart(model, new DefinedActions(model), chart.settings(), policy);
  }
}
