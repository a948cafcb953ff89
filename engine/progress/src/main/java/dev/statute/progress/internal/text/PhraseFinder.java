package dev.statute.progress.internal.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Search for many phrases in one pass over a text, ignoring case. Immutable.
 *
 * <p>Algorithm: A. Aho and M. Corasick, "Efficient string matching", 1975, as a complete automaton
 * in which all characters that occur in no phrase are one letter.
 */
public final class PhraseFinder {
  private static final int ASCII = 128;
  private static final int[] NONE = {};
  private final Map<Character, Integer> letters = new HashMap<>();
  private final int[] ascii = new int[ASCII];
  private final int width;
  private final int groups;

  /** Offset of the next state per state and letter; negated if a phrase ends there. */
  private final int[] next;

  /** Groups of the phrases that end in a state. */
  private final int[][] ends;

  /**
   * Builds the automaton.
   *
   * @param phrases phrases by group, in any case
   */
  public PhraseFinder(List<List<String>> phrases) {
    groups = phrases.size();
    int states = 1;
    for (List<String> group : phrases) {
      for (String phrase : group) {
        states += phrase.length();
        for (int i = 0; i < phrase.length(); i++) {
          letters.putIfAbsent(Character.toLowerCase(phrase.charAt(i)), letters.size() + 1);
        }
      }
    }
    width = letters.size() + 1;
    for (char c = 0; c < ASCII; c++) {
      ascii[c] = letters.getOrDefault(Character.toLowerCase(c), 0);
    }
    next = new int[states * width];
    ends = new int[states][];
    Arrays.fill(ends, NONE);
    int known = 1;
    for (int group = 0; group < groups; group++) {
      for (String phrase : phrases.get(group)) {
        known = add(phrase, group, known);
      }
    }
    link();
    for (int edge = 0; edge < next.length; edge++) {
      int state = next[edge];
      next[edge] = ends[state].length == 0 ? state * width : -state * width;
    }
  }

  private int add(String phrase, int group, int states) {
    int known = states;
    int state = 0;
    for (int i = 0; i < phrase.length(); i++) {
      int edge = state * width + letter(phrase.charAt(i));
      if (next[edge] == 0) {
        next[edge] = known++;
      }
      state = next[edge];
    }
    if (state != 0) {
      ends[state] = with(ends[state], group);
    }
    return known;
  }

  private static int[] with(int[] given, int... more) {
    List<Integer> all = new ArrayList<>();
    for (int each : given) {
      all.add(each);
    }
    for (int each : more) {
      if (!all.contains(each)) {
        all.add(each);
      }
    }
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Completes each state by the transitions of its longest proper suffix. */
  private void link() {
    int[] suffix = new int[ends.length];
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (int letter = 1; letter < width; letter++) {
      if (next[letter] != 0) {
        queue.add(next[letter]);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      ends[state] = with(ends[state], ends[suffix[state]]);
      for (int letter = 1; letter < width; letter++) {
        int edge = state * width + letter;
        int fallback = next[suffix[state] * width + letter];
        if (next[edge] == 0) {
          next[edge] = fallback;
        } else {
          suffix[next[edge]] = fallback;
          queue.add(next[edge]);
        }
      }
    }
  }

  /** Returns per group the index of the last character of its first phrase, or -1. */
  public int[] find(String text) {
    int[] found = new int[groups];
    Arrays.fill(found, -1);
    int at = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      at = next[at + (c < ASCII ? ascii[c] : letter(c))];
      if (at < 0) {
        at = -at;
        for (int group : ends[at / width]) {
          if (found[group] < 0) {
            found[group] = i;
          }
        }
      }
    }
    return found;
  }

  private int letter(char c) {
    return letters.getOrDefault(Character.toLowerCase(c), 0);
  }
}
