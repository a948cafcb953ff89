package dev.statute.analysis.internal.symbolic;

import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Interpreter of a chart without data: computes the successors of a state for every input and every
 * combination of unknown conditions.
 *
 * <p>Conditions over settings, the name of the event and active states are evaluated; every other
 * condition, a guard, and whether a list has elements can turn out either way. Every event can
 * arrive in every state, any time can have passed, and an action that can fail may fail if the
 * chart handles errors. The results are an over-approximation: a state that is missing is
 * unreachable, while a state that is present may need data that no run has. Immutable, thread-safe.
 */
public final class SymbolicInterpreter {
  private final Chart chart;
  private final SymbolicChart symbolic;
  private final List<InputClass> inputs;
  private final int intermediateStates;

  /**
   * Creates the interpreter of a chart.
   *
   * @param policy approximation of the rules that judge the chart
   * @param intermediateStates limit of the states between microsteps that one input explores
   */
  public SymbolicInterpreter(Chart chart, PolicyApproximation policy, int intermediateStates) {
    this.chart = chart;
    this.intermediateStates = intermediateStates;
    inputs = InputClasses.of(chart.model(), policy);
    symbolic = SymbolicChart.of(chart, policy, inputs);
  }

  /**
   * Starts an instance.
   *
   * @param microsteps limit of the microsteps to compute
   */
  public SymbolicStep start(int microsteps) {
    MicrostepState initial = MicrostepState.initial(chart.model().size());
    return new SymbolicMacrostep(symbolic, intermediateStates, microsteps).run(initial, null);
  }

  /**
   * Handles every input in a state of this interpreter; empty if the instance has ended.
   *
   * @param microsteps limit of the microsteps to compute in all
   */
  public List<SymbolicStep> handle(SymbolicState state, int microsteps) {
    if (state.isDone()) {
      return List.of();
    }
    MicrostepState from = state.microstep();
    List<SymbolicStep> steps = new ArrayList<>(inputs.size());
    int left = microsteps;
    for (InputClass input : inputs) {
      SymbolicStep step =
          new SymbolicMacrostep(symbolic, intermediateStates, left).run(from, input);
      left -= step.microsteps();
      steps.add(step);
    }
    return steps;
  }

  /**
   * Compiles a condition over active states and settings. Returns null after a problem: one of the
   * expression, or T401 if it reads data.
   */
  public @Nullable Predicate<SymbolicState> condition(SourceText text, ProblemCollector problems) {
    return StatePredicate.compile(text, chart, problems);
  }
}
