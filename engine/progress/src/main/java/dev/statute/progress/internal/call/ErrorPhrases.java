package dev.statute.progress.internal.call;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Phrases of error classes that occur in a text.
 *
 * @param ends per class the index at which its first phrase ends, or -1
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ErrorPhrases(List<String> names, int[] ends) {
  /** Returns the first declared class with a phrase in the text, or null. */
  @Nullable String first() {
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] >= 0) {
        return names.get(i);
      }
    }
    return null;
  }

  /** Returns the end of the first phrase of a class, or -1. */
  int indexOf(String name) {
    int index = names.indexOf(name);
    return index < 0 ? -1 : ends[index];
  }
}
