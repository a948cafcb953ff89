package dev.statute.step.symbolic.internal;

import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import dev.statute.step.symbolic.SymbolicInterpreter;
import dev.statute.step.symbolic.SymbolicState;
import dev.statute.step.symbolic.SymbolicStep;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Execution of a chart on its classes of inputs. Immutable, thread-safe. */
public final class SymbolicExecution implements SymbolicInterpreter {
  private final Chart chart;
  private final SymbolicChart symbolic;
  private final List<InputClass> inputs;
  private final int intermediateStates;

  public SymbolicExecution(Chart chart, PolicyApproximation policy, int intermediateStates) {
    this.chart = chart;
    this.intermediateStates = intermediateStates;
    inputs = InputClasses.of(chart.model(), policy);
    symbolic = SymbolicChart.of(chart, policy, inputs);
  }

  @Override
  public SymbolicStep start(int microsteps) {
    MicrostepState initial = MicrostepState.initial(chart.model().size());
    return new SymbolicMacrostep(symbolic, intermediateStates, microsteps).run(initial, null);
  }

  @Override
  public List<SymbolicStep> handle(SymbolicState state, int microsteps) {
    if (state.isDone()) {
      return List.of();
    }
    MicrostepState from = ((SymbolicPosition) state).microstep();
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

  @Override
  public @Nullable Predicate<SymbolicState> condition(SourceText text, ProblemCollector problems) {
    return StatePredicate.compile(text, chart, problems);
  }
}
