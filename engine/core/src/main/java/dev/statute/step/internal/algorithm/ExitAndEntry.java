package dev.statute.step.internal.algorithm;

import dev.statute.chart.StateDefinition.Kind;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.List;

/**
 * {@code exitStates} and {@code enterStates} of the SCXML algorithm: the order in which a microstep
 * leaves and enters states, records histories and raises done events. The interpreter and the
 * symbolic execution differ in their {@link MicrostepActions} only.
 */
public final class ExitAndEntry {
  private final CompiledChart model;
  private final MicrostepActions actions;

  public ExitAndEntry(CompiledChart model, MicrostepActions actions) {
    this.model = model;
    this.actions = actions;
  }

  /** Leaves the active states inside the domains of the transitions. */
  public void exitStates(List<EnabledTransition> transitions) {
    StateSet exitSet = exitSet(transitions);
    for (int n = exitSet.next(0); n >= 0; n = exitSet.next(n + 1)) {
      for (int history : model.state(n).histories()) {
        recordHistory(history);
      }
    }
    recordRootHistories(exitSet, transitions);
    for (int n = exitSet.previous(model.size() - 1); n >= 0; n = exitSet.previous(n - 1)) {
      actions.exit(model.state(n));
    }
  }

  private StateSet exitSet(List<EnabledTransition> transitions) {
    StateSet exitSet = new StateSet(model.size());
    StateSet active = actions.active();
    for (EnabledTransition enabled : transitions) {
      if (!enabled.isTargetless()) {
        CompiledState domain = model.state(enabled.domain());
        for (int n = active.next(domain.number() + 1);
            n >= 0 && n < domain.end();
            n = active.next(n + 1)) {
          exitSet.add(n);
        }
      }
    }
    return exitSet;
  }

  /**
   * The root is never left. Its histories stand for the active states before the last microstep
   * that left one of its children other than through them.
   */
  private void recordRootHistories(StateSet exitSet, List<EnabledTransition> transitions) {
    int[] histories = model.root().histories();
    if (histories.length > 0 && containsAny(exitSet, model.root().children())) {
      for (int history : histories) {
        if (!isTarget(history, transitions)) {
          recordHistory(history);
        }
      }
    }
  }

  private static boolean containsAny(StateSet states, int[] numbers) {
    for (int number : numbers) {
      if (states.contains(number)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTarget(int history, List<EnabledTransition> transitions) {
    for (EnabledTransition enabled : transitions) {
      for (int target : enabled.transition().targets()) {
        if (target == history) {
          return true;
        }
      }
    }
    return false;
  }

  /** Records a history: deep, the active atomic states inside its parent; else the children. */
  private void recordHistory(int history) {
    CompiledState parent = model.state(model.state(history).parent());
    boolean deep = model.state(history).kind() == Kind.DEEP_HISTORY;
    StateSet active = actions.active();
    StateSet kept = new StateSet(model.size());
    for (int n = active.next(parent.number() + 1);
        n >= 0 && n < parent.end();
        n = active.next(n + 1)) {
      if (deep ? model.state(n).isAtomic() : model.state(n).parent() == parent.number()) {
        kept.add(n);
      }
    }
    actions.recordHistory(history, kept.toArray());
  }

  /** Enters the initial states of the root, which is active already. */
  public void enterInitialStates() {
    EntrySet entry = new EntrySet(model, actions.history());
    entry.add(model.root().initial(), 0);
    enterStates(entry);
  }

  /** Enters the targets of the transitions. */
  public void enterStates(List<EnabledTransition> transitions) {
    EntrySet entry = new EntrySet(model, actions.history());
    for (EnabledTransition enabled : transitions) {
      if (!enabled.isTargetless()) {
        entry.add(enabled.transition().targets(), enabled.domain());
      }
    }
    enterStates(entry);
  }

  private void enterStates(EntrySet entry) {
    for (int n = entry.states().next(0); n >= 0; n = entry.states().next(n + 1)) {
      CompiledState state = model.state(n);
      actions.enter(state);
      if (entry.defaultEntry().contains(n)) {
        actions.enterInitially(state);
      }
      Integer history = entry.defaultHistories().get(n);
      if (history != null) {
        actions.enterInitially(model.state(history));
      }
      if (state.isFinal() && state.parent() != 0) {
        raiseDoneEvents(state);
      }
    }
  }

  /**
   * Raises the done events of a final state: of its parent, and of completed parallel states around
   * it.
   */
  private void raiseDoneEvents(CompiledState last) {
    CompiledState parent = model.state(last.parent());
    actions.raiseDone(parent, last);
    for (int n = parent.parent();
        n > 0 && model.state(n).isParallel();
        n = model.state(n).parent()) {
      if (!isInFinalState(model.state(n))) {
        return;
      }
      actions.raiseDone(model.state(n), null);
    }
  }

  /**
   * Returns whether a final child is active; of a parallel state, whether one of each region is.
   */
  private boolean isInFinalState(CompiledState state) {
    for (int child : state.children()) {
      if (state.isParallel() && !isInFinalState(model.state(child))) {
        return false;
      }
      if (state.isCompound() && model.state(child).isFinal() && actions.active().contains(child)) {
        return true;
      }
    }
    return state.isParallel();
  }
}
