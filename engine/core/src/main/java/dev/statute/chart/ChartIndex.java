package dev.statute.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Index of a chart's states by number and id. Numbers are in document order, the root is 0, and the
 * descendants of a state are the numbers after it up to {@link #subtreeEnd}. The first of several
 * states with one id wins. Immutable.
 */
public final class ChartIndex {
  private final List<StateDefinition> states = new ArrayList<>();
  private final List<Integer> parents = new ArrayList<>();
  private final List<Integer> subtreeEnds = new ArrayList<>();
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  private ChartIndex() {}

  public static ChartIndex of(ChartDefinition chart) {
    ChartIndex index = new ChartIndex();
    index.add(chart.root(), -1);
    return index;
  }

  private void add(StateDefinition state, int parent) {
    int number = states.size();
    states.add(state);
    parents.add(parent);
    subtreeEnds.add(0);
    if (parent >= 0) {
      numbers.putIfAbsent(state.id().value(), number);
    }
    state.states().forEach(child -> add(child, number));
    subtreeEnds.set(number, states.size());
  }

  /** Returns the number of states, including the root and pseudo states. */
  public int size() {
    return states.size();
  }

  /** Returns all states in document order, root first. */
  public List<StateDefinition> states() {
    return Collections.unmodifiableList(states);
  }

  /** Returns all ids in document order, without that of the root. */
  public Set<String> ids() {
    return Collections.unmodifiableSet(numbers.keySet());
  }

  public StateDefinition state(int number) {
    return states.get(number);
  }

  /** Returns the state with that id, or null; the root has no id. */
  public @Nullable StateDefinition state(String id) {
    int number = number(id);
    return number < 0 ? null : states.get(number);
  }

  /** Returns the number of the state with that id, or -1; the root has no id. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** Returns the number of a target, which is an id or the end of a dotted path of ids, or -1. */
  public int resolve(String target) {
    int direct = number(target);
    if (direct >= 0) {
      return direct;
    }
    for (int dot = target.indexOf('.'); dot >= 0; dot = target.indexOf('.', dot + 1)) {
      int number = number(target.substring(dot + 1));
      if (number >= 0 && ("." + path(number)).endsWith("." + target)) {
        return number;
      }
    }
    return -1;
  }

  /** Returns the dotted path of ids from the outermost state to this one; empty for the root. */
  public String path(int number) {
    if (number == 0) {
      return "";
    }
    String id = states.get(number).id().value();
    return parent(number) == 0 ? id : path(parent(number)) + "." + id;
  }

  /** Returns the number of the parent; -1 for the root. */
  public int parent(int number) {
    return parents.get(number);
  }

  /** Returns the number after the last descendant. */
  public int subtreeEnd(int number) {
    return subtreeEnds.get(number);
  }

  /** Returns true if {@code number} is strictly inside {@code ancestor}. */
  public boolean isDescendant(int number, int ancestor) {
    return ancestor < number && number < subtreeEnd(ancestor);
  }

  /** Returns the numbers of the children, including history states. */
  public List<Integer> children(int number) {
    List<Integer> children = new ArrayList<>();
    for (int child = number + 1; child < subtreeEnd(number); child = subtreeEnd(child)) {
      children.add(child);
    }
    return children;
  }

  /** Returns the numbers of the children without history states. */
  public List<Integer> childStates(int number) {
    return children(number).stream().filter(child -> !state(child).kind().isHistory()).toList();
  }

  /** Returns the innermost state that equals or contains both. */
  public int commonAncestor(int one, int other) {
    int at = one;
    while (at != other && !isDescendant(other, at)) {
      at = parent(at);
    }
    return at;
  }
}
