package dev.statute.step.internal.model;

import dev.statute.chart.EventDescriptor;
import java.util.List;

/**
 * Event descriptors of a transition, a timer's {@code restart_on} or a state's {@code defer}.
 *
 * @param words as written
 */
public record EventDescriptors(List<String> words) {
  /** Descriptors that match no event. */
  public static final EventDescriptors NONE = new EventDescriptors(List.of());

  public EventDescriptors {
    words = List.copyOf(words);
  }

  public boolean matches(String event) {
    for (String word : words) {
      if (EventDescriptor.matches(word, event)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a descriptor other than {@code *} matches, see {@link #matches}. */
  public boolean matchesByName(String event) {
    for (String word : words) {
      if (!EventDescriptor.prefix(word).isEmpty() && EventDescriptor.matches(word, event)) {
        return true;
      }
    }
    return false;
  }
}
