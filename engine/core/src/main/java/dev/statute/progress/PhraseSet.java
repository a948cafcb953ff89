package dev.statute.progress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Phrases that are a whole text, or with … at the end, how one starts; the case of letters does not
 * matter. Immutable.
 */
final class PhraseSet {
  private static final int GROUPS = 64;
  private final Set<String> whole = new HashSet<>();

  /** Starts of texts by their first letter, so that of most texts none is looked at. */
  private final String[][] starts = new String[GROUPS][];

  private int longest;

  PhraseSet(List<String> phrases) {
    List<List<String>> groups = new ArrayList<>();
    for (int i = 0; i < GROUPS; i++) {
      groups.add(new ArrayList<>());
    }
    for (String phrase : phrases) {
      String start = phrase.endsWith("…") ? phrase.substring(0, phrase.length() - 1) : "";
      if (!start.isEmpty()) {
        groups.get(group(start.charAt(0))).add(start);
      } else {
        whole.add(phrase.toLowerCase(Locale.ROOT));
        longest = Math.max(longest, phrase.length());
      }
    }
    Arrays.setAll(starts, i -> groups.get(i).toArray(String[]::new));
  }

  private static int group(char first) {
    return Character.toLowerCase(first) % GROUPS;
  }

  /** Whether one starts at a place. */
  boolean starts(String text, int at) {
    if (at == text.length()) {
      return false;
    }
    for (String start : starts[group(text.charAt(at))]) {
      if (text.regionMatches(true, at, start, 0, start.length())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a text is one, or starts with one. */
  boolean in(String text) {
    return starts(text, 0)
        || (text.length() <= longest && whole.contains(text.toLowerCase(Locale.ROOT)));
  }
}
