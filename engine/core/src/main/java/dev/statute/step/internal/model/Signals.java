package dev.statute.step.internal.model;

import dev.statute.chart.EventDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for all that a transition can wait for.
 *
 * <p>As descriptors are token prefixes, an event means exactly what the longest of its prefixes
 * means that a chart writes somewhere; so there are only as many different events as there are
 * words in the chart, and one more: {@link #OTHER}, which only {@code *} hears. After the events
 * come the moves, one per state, and {@link #always()}. Immutable.
 */
public final class Signals {
  /** Any event that no descriptor names. */
  public static final int OTHER = 0;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final int states;

  /**
   * @param words descriptors and names of events, as a chart writes them
   * @param states how many states there are
   */
  public Signals(Collection<String> words, int states) {
    this.states = states;
    names.add("");
    for (String word : words) {
      String prefix = EventDescriptor.prefix(word);
      if (!prefix.isEmpty() && numbers.putIfAbsent(prefix, names.size()) == null) {
        names.add(prefix);
      }
    }
  }

  /** The number of what an event of this name means. */
  public int event(String name) {
    Integer known = numbers.get(name);
    for (int dot = name.lastIndexOf('.'); known == null && dot >= 0; ) {
      known = numbers.get(name.substring(0, dot));
      dot = name.lastIndexOf('.', dot - 1);
    }
    return known == null ? OTHER : known;
  }

  /** The number of an event that the chart names as it stands, or -1. */
  public int known(String name) {
    return numbers.getOrDefault(name, -1);
  }

  /** The prefix that an event's number stands for; empty for {@link #OTHER}. */
  public String name(int event) {
    return names.get(event);
  }

  public boolean isEvent(int signal) {
    return signal < names.size();
  }

  /** A request for a state. */
  public int move(int state) {
    return names.size() + state;
  }

  /** The state a move asks for. */
  public int target(int move) {
    return move - names.size();
  }

  /** No event at all. */
  public int always() {
    return names.size() + states;
  }

  /** How many signals there are. */
  public int size() {
    return always() + 1;
  }
}
