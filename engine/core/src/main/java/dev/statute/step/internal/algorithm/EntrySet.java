package dev.statute.step.internal.algorithm;

import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * States that a microstep enters: {@code computeEntrySet} of the SCXML algorithm, with its {@code
 * addDescendantStatesToEnter} and {@code addAncestorStatesToEnter}.
 *
 * <p>One look-up in the range of a region's numbers shows if the set already has a state of it, so
 * the total cost is proportional to the number of states to enter.
 */
public final class EntrySet {
  private final CompiledChart model;
  private final Map<Integer, int[]> history;
  private final StateSet states;
  private final StateSet defaultEntry;
  private final Map<Integer, Integer> defaultHistories = new LinkedHashMap<>();

  public EntrySet(CompiledChart model, Map<Integer, int[]> history) {
    this.model = model;
    this.history = history;
    states = new StateSet(model.size());
    defaultEntry = new StateSet(model.size());
  }

  /** Returns the states to enter, in document order. */
  public StateSet states() {
    return states;
  }

  /** Returns the states to enter with their initial transitions. */
  StateSet defaultEntry() {
    return defaultEntry;
  }

  /** Returns the histories that used their default, by the number of the parent. */
  Map<Integer, Integer> defaultHistories() {
    return defaultHistories;
  }

  /**
   * Adds the states that one transition enters: its targets and their ancestors up to its domain.
   */
  public void add(int[] targets, int domain) {
    for (int target : targets) {
      addDescendantStates(target);
    }
    for (int target : effectiveTargets(model, history, targets)) {
      addAncestorStates(target, domain);
    }
  }

  /** Returns why these states cannot be active together; null if they can. */
  public @Nullable String conflict() {
    for (int n = states.next(0); n >= 0; n = states.next(n + 1)) {
      CompiledState node = model.state(n);
      String first = null;
      for (int child : node.isCompound() ? node.children() : new int[0]) {
        if (states.contains(child)) {
          if (first != null) {
            return "'" + first + "' and '" + model.id(child) + "' exclude each other";
          }
          first = model.id(child);
        }
      }
    }
    return null;
  }

  private void addDescendantStates(int number) {
    CompiledState node = model.state(number);
    if (node.isHistory()) {
      addHistoryTargets(node);
      return;
    }
    states.add(number);
    if (node.isCompound()) {
      defaultEntry.add(number);
      for (int target : node.initial()) {
        addDescendantStates(target);
      }
      for (int target : effectiveTargets(model, history, node.initial())) {
        addAncestorStates(target, number);
      }
    } else if (node.isParallel()) {
      addRegions(node);
    }
  }

  private void addHistoryTargets(CompiledState node) {
    int[] value = history.get(node.number());
    if (value == null) {
      value = node.initial();
      defaultHistories.put(node.parent(), node.number());
    }
    for (int state : value) {
      addDescendantStates(state);
    }
    for (int state : effectiveTargets(model, history, value)) {
      addAncestorStates(state, node.parent());
    }
  }

  private void addRegions(CompiledState parallel) {
    for (int child : parallel.children()) {
      if (!states.intersects(child, model.state(child).end())) {
        addDescendantStates(child);
      }
    }
  }

  private void addAncestorStates(int number, int stop) {
    for (int n = model.state(number).parent(); n > stop; n = model.state(n).parent()) {
      states.add(n);
      if (model.state(n).isParallel()) {
        addRegions(model.state(n));
      }
    }
  }

  /** Returns the targets with each history resolved. */
  public static int[] effectiveTargets(
      CompiledChart model, Map<Integer, int[]> history, int[] targets) {
    for (int target : targets) {
      if (model.state(target).isHistory()) {
        StateSet all = new StateSet(model.size());
        collect(model, history, targets, all);
        return all.toArray();
      }
    }
    return targets;
  }

  private static void collect(
      CompiledChart model, Map<Integer, int[]> history, int[] targets, StateSet all) {
    for (int target : targets) {
      if (model.state(target).isHistory()) {
        int[] value = history.get(target);
        collect(model, history, value == null ? model.state(target).initial() : value, all);
      } else {
        all.add(target);
      }
    }
  }
}
