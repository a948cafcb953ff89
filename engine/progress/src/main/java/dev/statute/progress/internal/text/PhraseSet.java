package dev.statute.progress.internal.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Set of phrases that match whole texts, or with … at the end, prefixes of texts; ignores case.
 * Immutable.
 */
public final class PhraseSet {
  private static final int GROUPS = 64;
  private final Set<String> whole = new HashSet<>();

  /** Prefixes by their first letter. */
  private final String[][] prefixes = new String[GROUPS][];

  private int longest;

  public PhraseSet(List<String> phrases) {
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
    Arrays.setAll(prefixes, i -> groups.get(i).toArray(String[]::new));
  }

  private static int group(char first) {
    return Character.toLowerCase(first) % GROUPS;
  }

  /** Returns whether a prefix occurs at an index. */
  public boolean matchesPrefix(String text, int at) {
    if (at == text.length()) {
      return false;
    }
    for (String start : prefixes[group(text.charAt(at))]) {
      if (text.regionMatches(true, at, start, 0, start.length())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a text is a phrase or begins with a prefix. */
  public boolean matches(String text) {
    return matchesPrefix(text, 0)
        || (text.length() <= longest && whole.contains(text.toLowerCase(Locale.ROOT)));
  }
}
