package dev.statute.step.internal.symbolic;

import dev.statute.chart.ActionDefinition;
import dev.statute.step.internal.algorithm.ActiveStates;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Exit and entry of states in one microstep, with the events that their actions raise. Follows
 * {@code exitStates} and {@code enterStates} of SCXML's algorithm.
 */
final class ConfigurationUpdate {
  private final CompiledChart model;
  private final DefinedActions actions;
  private final SymbolicActions executor;
  private final Consumer<String> raise;
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
    active = from.active().copy();
    history = new TreeMap<>(from.history());
  }

  StateSet active() {
    return active;
  }

  /** Returns the values of the history states, by number. */
  Map<Integer, int[]> history() {
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
    EntrySet entered = new EntrySet(model, history());
    entered.add(model.root().initial(), 0);
    enter(entered);
  }

  /** Takes transitions that do not conflict, on an event. */
  void take(List<EnabledTransition> transitions, String current) {
    event = current;
    exit(transitions);
    for (EnabledTransition transition : transitions) {
      DefinedActions.Content content = actions.content(transition.transition());
      executor.evaluate(content.hasTemplate(), "the reason");
      execute(content.actions());
    }
    EntrySet entered = new EntrySet(model, history());
    for (EnabledTransition transition : transitions) {
      if (!transition.isTargetless()) {
        entered.add(transition.transition().targets(), transition.domain());
      }
    }
    enter(entered);
  }

  private StateSet exitSet(List<EnabledTransition> transitions) {
    StateSet exited = new StateSet(model.size());
    for (EnabledTransition transition : transitions) {
      if (!transition.isTargetless()) {
        int domain = transition.domain();
        int end = model.state(domain).end();
        for (int n = active.next(domain + 1); n >= 0 && n < end; n = active.next(n + 1)) {
          exited.add(n);
        }
      }
    }
    return exited;
  }

  private void exit(List<EnabledTransition> transitions) {
    StateSet exited = exitSet(transitions);
    StateSet before = active.copy();
    for (int n = exited.next(0); n >= 0; n = exited.next(n + 1)) {
      for (int pseudo : model.state(n).histories()) {
        record(pseudo, before);
      }
    }
    // The root is never exited: its histories are recorded when a child of it is exited, unless the
    // transition targets that history.
    boolean exitsChild = Arrays.stream(model.root().children()).anyMatch(exited::contains);
    for (int pseudo : model.root().histories()) {
      if (exitsChild && !isTarget(pseudo, transitions)) {
        record(pseudo, before);
      }
    }
    for (int n = exited.previous(model.size() - 1); n >= 0; n = exited.previous(n - 1)) {
      execute(actions.exit(n));
      active.remove(n);
    }
  }

  private static boolean isTarget(int pseudo, List<EnabledTransition> transitions) {
    return transitions.stream()
        .flatMapToInt(one -> Arrays.stream(one.transition().targets()))
        .anyMatch(target -> target == pseudo);
  }

  private void record(int pseudo, StateSet before) {
    int[] states = ActiveStates.historyValue(model, pseudo, before);
    history.put(pseudo, Arrays.stream(states).boxed().toList());
  }

  @SuppressWarnings("ReferenceEquality") // the very block is compared, not one of equal content
  private void enter(EntrySet entered) {
    StateSet states = entered.states();
    for (int n = states.next(0); n >= 0; n = states.next(n + 1)) {
      active.add(n);
      execute(actions.entry(n));
      if (entered.defaultEntry().contains(n)) {
        execute(actions.initial(n));
      }
      ActionBlock fallback = entered.defaultHistoryContent().get(n);
      for (int pseudo : model.state(n).histories()) {
        if (fallback == model.state(pseudo).initialActions()) {
          execute(actions.initial(pseudo));
        }
      }
      if (model.state(n).isFinal()) {
        complete(model.state(n));
      }
    }
  }

  /** Raises the {@code done.state} events of a final state. */
  private void complete(CompiledState last) {
    if (last.parent() == 0) {
      running = false;
      return;
    }
    executor.evaluate(last.output() != null, "the output of " + last.id());
    CompiledState parent = model.state(last.parent());
    raise.accept("done.state." + parent.id());
    for (int n = parent.parent();
        n > 0 && model.state(n).isParallel();
        n = model.state(n).parent()) {
      if (!ActiveStates.isInFinalState(model, n, active)) {
        return;
      }
      raise.accept("done.state." + model.id(n));
    }
  }

  private void execute(List<ActionDefinition> block) {
    executor.execute(block, event);
  }
}
