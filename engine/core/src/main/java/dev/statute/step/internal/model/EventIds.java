package dev.statute.step.internal.model;

import dev.statute.chart.EventDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for all that a transition can wait for.
 *
 * <p>As descriptors are token prefixes, an event means exactly what the longest of its prefixes
 * means that a chart writes somewhere; so there are only as many different events as there are
 * words in the chart, and one more: {@link #OTHER}, which only {@code *} hears. After the events
 * come the moves, one per state, and {@link #always()}. Immutable.
 */
public final class EventIds {
  /** Any event that no descriptor names. */
  public static final int OTHER = 0;

  private final List<String> names = new ArrayList<>();
  private final int states;

  // Every event begins with a look-up of its name, so it follows no pointers but to the name: open
  // addressing, at most a quarter full.
  private final @Nullable String[] slots;
  private final int[] numbers;

  /**
   * @param words descriptors and names of events, as a chart writes them
   * @param states how many states there are
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
      slots[at] = prefix.intern(); // as a host's literals are, which then need not be compared
      numbers[at] = names.size();
      names.add(prefix);
    }
  }

  private int slot(String name) {
    int hash = name.hashCode();
    return (hash ^ hash >>> 16) & slots.length - 1;
  }

  /** The number of what an event of this name means. */
  public int event(String name) {
    int known = exact(name);
    for (int dot = name.lastIndexOf('.'); known < 0 && dot >= 0; ) {
      known = exact(name.substring(0, dot));
      dot = name.lastIndexOf('.', dot - 1);
    }
    return known < 0 ? OTHER : known;
  }

  /** The number of an event that the chart names as it stands, or -1. */
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

  /** The prefix that an event's number stands for; empty for {@link #OTHER}. */
  public String name(int event) {
    return names.get(event);
  }

  public boolean isEvent(int signal) {
    return signal < names.size();
  }

  /** How many events there are that mean something different. */
  public int events() {
    return names.size();
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
