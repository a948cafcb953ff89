package dev.statute.progress;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a text says of errors.
 *
 * @param places per class where its first phrase ends; -1 if none is said
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ErrorPhrases(List<String> names, int[] places) {
  /** The class declared first of those that are said; null if none is. */
  @Nullable String first() {
    for (int i = 0; i < places.length; i++) {
      if (places[i] >= 0) {
        return names.get(i);
      }
    }
    return null;
  }

  /** Where the first phrase of a class ends; -1 if none is said. */
  int place(String name) {
    int index = names.indexOf(name);
    return index < 0 ? -1 : places[index];
  }
}
