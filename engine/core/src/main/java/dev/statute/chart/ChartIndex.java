package dev.statute.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states of a chart by number and by id. Numbers count in document order from the root's 0, so
 * that the descendants of a state are the numbers after it up to {@link #subtreeEnd}. Of several
 * states with one id the first counts. Immutable.
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

  /** How many states there are, the root and pseudo states among them. */
  public int size() {
    return states.size();
  }

  /** All states in document order, the root first. */
  public List<StateDefinition> states() {
    return Collections.unmodifiableList(states);
  }

  /** All ids in document order, without the root's. */
  public Set<String> ids() {
    return Collections.unmodifiableSet(numbers.keySet());
  }

  public StateDefinition state(int number) {
    return states.get(number);
  }

  /** The state of that id, or null; the root is not found by its name. */
  public @Nullable StateDefinition state(String id) {
    int number = number(id);
    return number < 0 ? null : states.get(number);
  }

  /** The number of the state of that id, or -1; the root is not found by its name. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** The number of what a target means, an id or the end of a dotted path of ids, or -1. */
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

  /** The ids from the outermost state to this one with dots between them; empty for the root. */
  public String path(int number) {
    if (number == 0) {
      return "";
    }
    String id = states.get(number).id().value();
    return parent(number) == 0 ? id : path(parent(number)) + "." + id;
  }

  /** The parent's number; -1 for the root. */
  public int parent(int number) {
    return parents.get(number);
  }

  /** The number after the last descendant. */
  public int subtreeEnd(int number) {
    return subtreeEnds.get(number);
  }

  /** Whether {@code number} is strictly inside {@code ancestor}. */
  public boolean isDescendant(int number, int ancestor) {
    return ancestor < number && number < subtreeEnd(ancestor);
  }

  /** The numbers of the children, history states among them. */
  public List<Integer> children(int number) {
    List<Integer> children = new ArrayList<>();
    for (int child = number + 1; child < subtreeEnd(number); child = subtreeEnd(child)) {
      children.add(child);
    }
    return children;
  }

  /** The innermost state that both are or are inside of. */
  public int commonAncestor(int one, int other) {
    int at = one;
    while (at != other && !isDescendant(other, at)) {
      at = parent(at);
    }
    return at;
  }
}
