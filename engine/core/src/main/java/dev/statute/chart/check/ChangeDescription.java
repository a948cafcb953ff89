package dev.statute.chart.check;

import dev.statute.chart.internal.canonical.CanonicalChart;
import dev.statute.chart.internal.canonical.CanonicalJson;
import dev.statute.problem.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Short descriptions of parts of a {@link CanonicalChart}. */
final class ChangeDescription {
  private static final int MAX_LENGTH = 60;
  private static final int CONTEXT = 20;

  private ChangeDescription() {}

  /**
   * Formats {@code to: idle, when: data.x > 1}; lists of words are joined, long values shortened.
   */
  static String describe(@Nullable Object tree) {
    if (tree instanceof Map<?, ?> map) {
      List<String> words = new ArrayList<>();
      map.forEach((key, value) -> words.add(key + ": " + describeValue(value)));
      return String.join(", ", words);
    }
    if (tree instanceof List<?> list
        && !FlowYaml.isValue(list)
        && list.stream().allMatch(String.class::isInstance)) {
      return String.join(", ", list.stream().map(String.class::cast).toList());
    }
    return VisibleText.shorten(text(tree), MAX_LENGTH);
  }

  /** Formats a value like {@link #describe}, but an empty one as {@code []}, {@code {}} or "". */
  static String describeValue(@Nullable Object tree) {
    String text = describe(tree);
    if (text.isEmpty()) {
      return tree instanceof List<?> ? "[]" : FlowYaml.flow(tree);
    }
    return text;
  }

  /** Formats {@code when: none → data.x > 1, to: idle → paused}. */
  static String describeChange(@Nullable Object before, @Nullable Object after) {
    if (!(before instanceof Map<?, ?> was) || !(after instanceof Map<?, ?> is)) {
      return describePair(before, after);
    }
    Set<Object> keys = new LinkedHashSet<>(was.keySet());
    keys.addAll(is.keySet());
    return keys.stream()
        .filter(key -> !CanonicalJson.json(was.get(key)).equals(CanonicalJson.json(is.get(key))))
        .map(key -> key + ": " + describePair(was.get(key), is.get(key)))
        .collect(Collectors.joining(", "));
  }

  /** Formats both values, or the point where they differ if their shown parts are equal. */
  private static String describePair(@Nullable Object before, @Nullable Object after) {
    String was = orNone(before);
    String is = orNone(after);
    if (was.equals(is)) {
      String old = text(before);
      String now = text(after);
      if (old.equals(now)) { // a number and the same number as text
        old = CanonicalJson.json(before);
        now = CanonicalJson.json(after);
      }
      int differs = Arrays.mismatch(old.toCharArray(), now.toCharArray());
      int from = Math.max(0, (differs < 0 ? old.length() : differs) - CONTEXT);
      String omitted = from == 0 ? "" : "…";
      was = omitted + describe(old.substring(from));
      is = omitted + describe(now.substring(from));
    }
    return was + " → " + is;
  }

  private static String text(@Nullable Object tree) {
    return tree instanceof String word ? word : FlowYaml.flow(tree);
  }

  private static String orNone(@Nullable Object tree) {
    return tree == null ? "none" : describeValue(tree);
  }
}
