package dev.statute.step.internal.model;

import dev.statute.chart.EventDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of all signals that a transition can wait for.
 *
 * <p>As descriptors are token prefixes, an event is equivalent to the longest of its prefixes that
 * the chart contains; so there are only as many different events as there are words in the chart,
 * and one more: {@link #OTHER}, which only {@code *} matches. After the events follow the moves,
 * one per state, and {@link #always()}. Immutable.
 */
public final class EventIds {
  /** Number of any event that no descriptor names. */
  public static final int OTHER = 0;

  private final List<String> names = new ArrayList<>();
  private final int states;

  // Each event starts with a look-up of its name, so the table is flat: open addressing, at most a
  // quarter full.
  private final @Nullable String[] slots;
  private final int[] numbers;

  /**
   * @param words descriptors and names of events, as a chart writes them
   * @param states number of states
   */
  public EventIds(Collection<String> words, int states) {
    this.states = states;
    Set<String> prefixes = new LinkedHashSet<>();
    words.forEach(word -> prefixes.add(EventDescriptor.prefix(word)));
    prefixes.remove("");
    names.add("");
    int size = Integer.highestOneBit(4 * prefixes.size() + 1) * 2;
    slots = new String[size];
    numbers = new int[size];
    for (String prefix : prefixes) {
      int at = slot(prefix);
      while (slots[at] != null) {
        at = at + 1 & size - 1;
      }
      slots[at] =
          prefix.intern(); // interned, as a host's literals are, so that identity usually suffices
      numbers[at] = names.size();
      names.add(prefix);
    }
  }

  private int slot(String name) {
    int hash = name.hashCode();
    return (hash ^ hash >>> 16) & slots.length - 1;
  }

  /** Returns the number of the event to which this name is equivalent. */
  public int event(String name) {
    int known = exact(name);
    for (int dot = name.lastIndexOf('.'); known < 0 && dot >= 0; ) {
      known = exact(name.substring(0, dot));
      dot = name.lastIndexOf('.', dot - 1);
    }
    return known < 0 ? OTHER : known;
  }

  /** Returns the number of an event that the chart names exactly, or -1. */
  public int exact(String name) {
    int at = slot(name);
    for (String known = slots[at]; known != null; known = slots[at]) {
      if (known.equals(name)) {
        return numbers[at];
      }
      at = at + 1 & slots.length - 1;
    }
    return -1;
  }

  /** Returns the prefix of an event's number; empty for {@link #OTHER}. */
  public String name(int event) {
    return names.get(event);
  }

  public boolean isEvent(int signal) {
    return signal < names.size();
  }

  /** Returns the number of different events. */
  public int events() {
    return names.size();
  }

  /** Returns the signal of a request for a state. */
  public int move(int state) {
    return names.size() + state;
  }

  /** Returns the target state of a move. */
  public int target(int move) {
    return move - names.size();
  }

  /** Returns the signal of eventless transitions. */
  public int always() {
    return names.size() + states;
  }

  /** Returns the number of signals. */
  public int size() {
    return always() + 1;
  }
}
