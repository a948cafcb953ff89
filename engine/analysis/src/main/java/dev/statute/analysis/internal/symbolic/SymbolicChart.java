package dev.statute.analysis.internal.symbolic;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compiled chart with its settings, its actions as defined, and the approximation of its policy.
 *
 * @param ambiguousEvents names of inputs that stand for several events
 */
record SymbolicChart(
    CompiledChart model,
    DefinedActions actions,
    Settings settings,
    PolicyApproximation policy,
    Set<String> ambiguousEvents) {
  static SymbolicChart of(Chart chart, PolicyApproximation policy, List<InputClass> inputs) {
    CompiledChart model = chart.model();
    Set<String> ambiguous =
        inputs.stream()
            .filter(InputClass::isAmbiguous)
            .map(InputClass::event)
            .collect(Collectors.toUnmodifiableSet());
    return new SymbolicChart(model, new DefinedActions(model), chart.settings(), policy, ambiguous);
  }

  /** Returns the atomic states among the active ones. */
  int[] atomicStates(StateSet active) {
    return model.configuration(active.copy()).atomic();
  }

  /** Returns whether some active state has a transition or move for a signal. */
  boolean isHandled(int signal, StateSet active) {
    return model.isHandled(signal, atomicStates(active));
  }
}
