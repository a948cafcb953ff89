package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.ActionDefinition;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.ExitAndEntry;
import dev.statute.step.internal.algorithm.MicrostepActions;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Active states and histories during one microstep, with the events that their actions raise. */
final class ConfigurationUpdate implements MicrostepActions {
  private final CompiledChart model;
  private final DefinedActions actions;
  private final SymbolicActions executor;
  private final Consumer<String> raise;
  private final ExitAndEntry algorithm;
  private final StateSet active;
  private final Map<Integer, List<Integer>> history;
  private String event = "";
  private boolean running = true;

  ConfigurationUpdate(
      SymbolicChart chart, MicrostepState from, SymbolicActions executor, Consumer<String> raise) {
    model = chart.model();
    actions = chart.actions();
    this.executor = executor;
    this.raise = raise;
    algorithm = new ExitAndEntry(model, this);
    active = from.active().copy();
    history = new TreeMap<>(from.history());
  }

  @Override
  public StateSet active() {
    return active;
  }

  @Override
  public Map<Integer, int[]> history() {
    Map<Integer, int[]> arrays = new TreeMap<>();
    history.forEach(
        (state, value) -> arrays.put(state, value.stream().mapToInt(Integer::intValue).toArray()));
    return arrays;
  }

  /** Returns the state after the microstep, which must not be changed any more. */
  MicrostepState result(List<String> queue, String current) {
    return new MicrostepState(active, history, queue, current, running);
  }

  /** Enters the initial states. */
  void enterInitial() {
    active.add(0);
    execute(actions.entry(0));
    execute(actions.initial(0));
    algorithm.enterInitialStates();
  }

  /** Takes transitions that do not conflict, on an event. */
  void take(List<EnabledTransition> transitions, String current) {
    event = current;
    algorithm.exitStates(transitions);
    for (EnabledTransition transition : transitions) {
      DefinedActions.Content content = actions.content(transition.transition());
      executor.evaluate(content.hasTemplate(), "the reason");
      execute(content.actions());
    }
    algorithm.enterStates(transitions);
  }

  @Override
  public void recordHistory(int pseudo, int[] value) {
    history.put(pseudo, Arrays.stream(value).boxed().toList());
  }

  @Override
  public void exit(CompiledState state) {
    execute(actions.exit(state.number()));
    active.remove(state.number());
  }

  @Override
  public void enter(CompiledState state) {
    active.add(state.number());
    execute(actions.entry(state.number()));
    running &= !(state.isFinal() && state.parent() == 0);
  }

  @Override
  public void enterInitially(CompiledState state) {
    execute(actions.initial(state.number()));
  }

  @Override
  public void raiseDone(CompiledState state, @Nullable CompiledState last) {
    if (last != null) {
      executor.evaluate(last.output() != null, "the output of " + last.id());
    }
    raise.accept("done.state." + state.id());
  }

  private void execute(List<ActionDefinition> block) {
    executor.execute(block, event);
  }
}
