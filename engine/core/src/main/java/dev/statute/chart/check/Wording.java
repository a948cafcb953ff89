package dev.statute.chart.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parts of a {@link ChartTree} in few words. */
final class Wording {
  private static final int LONGEST = 60;

  private Wording() {}

  /** {@code to: idle, when: data.x > 1}; lists of words are joined, long things cut. */
  static String of(@Nullable Object tree) {
    if (tree instanceof Map<?, ?> map) {
      List<String> words = new ArrayList<>();
      map.forEach((key, value) -> words.add(key + ": " + of(value)));
      return String.join(", ", words);
    }
    if (tree instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return String.join(", ", list.stream().map(String.class::cast).toList());
    }
    String text = tree instanceof String word ? word : Canonical.json(tree);
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  /** {@code when: none → data.x > 1, to: idle → paused}. */
  static String change(@Nullable Object before, @Nullable Object after) {
    if (!(before instanceof Map<?, ?> was) || !(after instanceof Map<?, ?> is)) {
      return of(before) + " → " + of(after);
    }
    Set<Object> keys = new LinkedHashSet<>(was.keySet());
    keys.addAll(is.keySet());
    List<String> words = new ArrayList<>();
    for (Object key : keys) {
      if (!Canonical.json(was.get(key)).equals(Canonical.json(is.get(key)))) {
        words.add(key + ": " + orNone(was.get(key)) + " → " + orNone(is.get(key)));
      }
    }
    return String.join(", ", words);
  }

  private static String orNone(@Nullable Object tree) {
    return tree == null ? "none" : of(tree);
  }
}
