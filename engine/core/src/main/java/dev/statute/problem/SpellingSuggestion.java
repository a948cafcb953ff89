package dev.statute.problem;

import java.text.Normalizer;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Suggestions for misspelt words by smallest edit distance (Damerau–Levenshtein, adjacent swaps
 * count one).
 */
public final class SpellingSuggestion {
  /** Maximum length of a word with suggestions; the search costs the square of it. */
  private static final int MAX_LENGTH = 512;

  private SpellingSuggestion() {}

  /** Returns the fix of an unknown word: a question for the nearest candidate, if there is one. */
  public static String fix(String word, Collection<String> candidates, String otherwise) {
    String near = nearest(word, candidates);
    return near == null ? otherwise : "did you mean '" + near + "'?" + difference(word, near);
  }

  /** Names what differs between words that look alike; empty if it can be seen. */
  private static String difference(String word, String near) {
    if (word.equals(near)) {
      return "";
    }
    if (composed(word).equals(composed(near))) {
      return word.equals(composed(word))
          ? " (there its letters are composed of a letter and a mark)"
          : " (here its letters are composed of a letter and a mark, such as U+0308)";
    }
    int at = 0;
    while (at < Math.min(word.length(), near.length()) && word.charAt(at) == near.charAt(at)) {
      at++;
    }
    int found = at < word.length() ? word.codePointAt(at) : 0;
    return found < 0x80 || (at < near.length() && near.charAt(at) >= 0x80)
        ? ""
        : " (here stands %s, U+%04X %s)"
            .formatted(Character.toString(found), found, Character.getName(found));
  }

  /** Returns a word with each letter and its marks as one character, where there is one (NFC). */
  private static String composed(String word) {
    return Normalizer.normalize(word, Normalizer.Form.NFC);
  }

  /**
   * Returns the candidate nearest to {@code word}, ignoring case, or null if none is near. The
   * maximum distance is a third of the word's length, but at least 1, and at least 2 from five
   * letters on. The earlier candidate wins a tie.
   */
  public static @Nullable String nearest(String word, Collection<String> candidates) {
    if (word.length() > MAX_LENGTH) {
      return null;
    }
    int best = Math.max(word.length() < 5 ? 1 : 2, word.length() / 3) + 1;
    String lower = word.toLowerCase(Locale.ROOT);
    String found = null;
    for (String candidate : candidates) {
      String other = candidate.toLowerCase(Locale.ROOT);
      boolean possible = Math.abs(lower.length() - other.length()) < best;
      int distance = possible ? distance(lower, other) : best;
      if (distance < best) {
        best = distance;
        found = candidate;
      }
    }
    return found;
  }

  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + cost);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
