package dev.statute.step.internal.run;

import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states that a microstep enters: {@code computeEntrySet} of SCXML's algorithm, with its {@code
 * addDescendantStatesToEnter} and {@code addAncestorStatesToEnter}.
 *
 * <p>That a region has a state in the set already is one look into the range of its numbers, so
 * that the whole costs as much as there are states to enter.
 */
public final class EntrySet {
  private final CompiledChart model;
  private final Map<Integer, int[]> history;
  private final StateSet states;
  private final StateSet byDefault;
  private final Map<Integer, ActionBlock> historyContent = new LinkedHashMap<>();

  public EntrySet(CompiledChart model, Map<Integer, int[]> history) {
    this.model = model;
    this.history = history;
    states = new StateSet(model.size());
    byDefault = new StateSet(model.size());
  }

  /** The states to enter, whose order is document order. */
  public StateSet states() {
    return states;
  }

  /** Those of them whose initial transition is taken. */
  public StateSet byDefault() {
    return byDefault;
  }

  /** Actions of a history that fell back to its default, by the number of its parent. */
  public Map<Integer, ActionBlock> historyContent() {
    return historyContent;
  }

  /** Adds what one transition enters: its targets, and what is around them up to its domain. */
  public void add(int[] targets, int domain) {
    for (int target : targets) {
      addDescendants(target);
    }
    for (int target : effective(model, history, targets)) {
      addAncestors(target, domain);
    }
  }

  /** Why these states cannot be active together; null if they can. */
  public @Nullable String clash() {
    for (int n = states.next(0); n >= 0; n = states.next(n + 1)) {
      CompiledState node = model.node(n);
      String first = null;
      for (int child : node.isCompound() ? node.children() : new int[0]) {
        if (states.has(child)) {
          if (first != null) {
            return "'" + first + "' and '" + model.id(child) + "' exclude each other";
          }
          first = model.id(child);
        }
      }
    }
    return null;
  }

  private void addDescendants(int number) {
    CompiledState node = model.node(number);
    if (node.isHistory()) {
      addHistory(node);
      return;
    }
    states.add(number);
    if (node.isCompound()) {
      byDefault.add(number);
      for (int target : node.initial()) {
        addDescendants(target);
      }
      for (int target : effective(model, history, node.initial())) {
        addAncestors(target, number);
      }
    } else if (node.isParallel()) {
      addRegions(node);
    }
  }

  private void addHistory(CompiledState node) {
    int[] value = history.get(node.number());
    if (value == null) {
      value = node.initial();
      historyContent.put(node.parent(), node.initialActions());
    }
    for (int state : value) {
      addDescendants(state);
    }
    for (int state : effective(model, history, value)) {
      addAncestors(state, node.parent());
    }
  }

  private void addRegions(CompiledState parallel) {
    for (int child : parallel.children()) {
      if (!states.meets(child, model.node(child).end())) {
        addDescendants(child);
      }
    }
  }

  private void addAncestors(int number, int stop) {
    for (int n = model.node(number).parent(); n > stop; n = model.node(n).parent()) {
      states.add(n);
      if (model.node(n).isParallel()) {
        addRegions(model.node(n));
      }
    }
  }

  /** The targets with each history replaced by what it stands for. */
  public static int[] effective(CompiledChart model, Map<Integer, int[]> history, int[] targets) {
    for (int target : targets) {
      if (model.node(target).isHistory()) {
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
      if (model.node(target).isHistory()) {
        int[] value = history.get(target);
        collect(model, history, value == null ? model.node(target).initial() : value, all);
      } else {
        all.add(target);
      }
    }
  }
}
