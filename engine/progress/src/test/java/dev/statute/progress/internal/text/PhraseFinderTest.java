package dev.statute.progress.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PhraseFinderTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_303);

  private static String word(Random random, String letters, int longest) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(longest); i >= 0; i--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  @Test
  void phrases_are_found_where_searching_for_each_finds_them() {
    for (int round = 0; round < 3_000; round++) {
      Random random = new Random(SEED + round);
      List<List<String>> groups = new ArrayList<>();
      for (int group = random.nextInt(4); group >= 0; group--) {
        List<String> phrases = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
          phrases.add(word(random, "aAb éÉ", 5));
        }
        groups.add(phrases);
      }
      String text = word(random, "aAbB éÉx", 40);
      int[] found = new PhraseFinder(groups).find(text);
      String lower = text.toLowerCase(Locale.ROOT);
      for (int group = 0; group < groups.size(); group++) {
        int first = -1;
        for (String phrase : groups.get(group)) {
          int at = lower.indexOf(phrase.toLowerCase(Locale.ROOT));
          int end = at + phrase.length() - 1;
          first = at >= 0 && (first < 0 || end < first) ? end : first;
        }
        assertThat(found[group])
            .as("seed %d: %s in '%s'", SEED + round, groups.get(group), text)
            .isEqualTo(first);
      }
    }
  }
}
