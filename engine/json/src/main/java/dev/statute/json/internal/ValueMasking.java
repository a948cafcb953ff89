package dev.statute.json.internal;

import dev.statute.collection.BoundedMap;
import dev.statute.json.DecisionLines;
import dev.statute.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Masking of values in lines of JSON by their names. The texts of masked values are then hidden at
 * every occurrence, also truncated ones, in that line and in later ones, because reasons and
 * findings repeat earlier texts. Thread-safe.
 */
public final class ValueMasking {

  /** Minimum length of a hidden text; a shorter one would hide parts of unrelated words. */
  private static final int MIN_TEXT_LENGTH = 3;

  /** Number of remembered texts; the oldest are removed. */
  private static final int MAX_REMEMBERED = 1_000;

  /** Length of the prefix by which a truncated text is recognized. */
  private static final int CHECKED_PREFIX = 20;

  /** Members computed by rules from values that may be masked at their source. */
  private static final List<String> COMPUTED = List.of("why", "facts", "value");

  /** Names of states, events and rules, which belong to the chart and are no user data. */
  private static final Map<String, Set<String>> OWN =
      Map.of(
          "transitions", Set.of("from", "event", "to", "place"),
          "why", Set.of("rule", "place", "layer", "verdict", "to"));

  private final List<List<String>> paths;
  private final Set<List<String>> used = ConcurrentHashMap.newKeySet();
  private final Map<String, Boolean> remembered = BoundedMap.ofRecentlyUsed(MAX_REMEMBERED);

  public ValueMasking(List<String> paths) {
    this.paths = paths.stream().map(path -> List.of(path.split("\\.", -1))).toList();
  }

  public String mask(String line) {
    if (paths.isEmpty()) {
      return line;
    }
    Set<String> hidden = new LinkedHashSet<>();
    Object masked = maskByName(JsonText.object(line), new ArrayList<>(), hidden);
    return JsonText.write(maskByText(masked, remember(hidden)));
  }

  /** Paths that matched no value so far. */
  public List<String> unusedPaths() {
    return paths.stream()
        .filter(path -> !used.contains(path))
        .map(path -> String.join(".", path))
        .toList();
  }

  private synchronized List<String> remember(Set<String> hidden) {
    hidden.forEach(text -> remembered.put(text, true));
    return List.copyOf(remembered.keySet());
  }

  private @Nullable Object maskByName(@Nullable Object value, List<String> at, Set<String> hidden) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> masked = new LinkedHashMap<>();
      map.forEach(
          (key, member) -> {
            at.add(String.valueOf(key));
            if (isMasked(at)) {
              collectTexts(member, hidden);
              masked.put(String.valueOf(key), DecisionLines.MASK);
            } else {
              masked.put(String.valueOf(key), maskByName(member, at, hidden));
            }
            at.remove(at.size() - 1);
          });
      return masked;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> masked = new ArrayList<>();
      list.forEach(item -> masked.add(maskByName(item, at, hidden)));
      return masked;
    }
    return value;
  }

  /** Tests a path; the line's own members about the decision are never masked. */
  private boolean isMasked(List<String> at) {
    if (at.size() < 2 || (at.size() == 2 && isOwn(at.get(0), at.get(1)))) {
      return false;
    }
    for (List<String> path : paths) {
      if (endsWith(at, path)) {
        used.add(path);
        return true;
      }
    }
    return endsWith(at, COMPUTED);
  }

  private static boolean isOwn(String member, String key) {
    return OWN.getOrDefault(member, Set.of()).contains(key);
  }

  private static boolean endsWith(List<String> at, List<String> path) {
    boolean payload = path.get(0).equals("payload");
    if (payload && path.size() > 1) {
      List<String> whole = new ArrayList<>(List.of("in", "data"));
      whole.addAll(path.subList(1, path.size()));
      if (at.equals(whole)) {
        return true;
      }
    }
    return at.size() > path.size() - 1
        && at.subList(at.size() - path.size(), at.size()).equals(path);
  }

  private static void collectTexts(@Nullable Object value, Set<String> hidden) {
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(member -> collectTexts(member, hidden));
    } else if (value instanceof List<?> list) {
      list.forEach(item -> collectTexts(item, hidden));
    } else if (value instanceof String text && text.length() >= MIN_TEXT_LENGTH) {
      hidden.add(text);
    }
  }

  private static @Nullable Object maskByText(@Nullable Object value, List<String> hidden) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> masked = new LinkedHashMap<>();
      map.forEach((key, member) -> masked.put(String.valueOf(key), maskByText(member, hidden)));
      return masked;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> masked = new ArrayList<>();
      list.forEach(item -> masked.add(maskByText(item, hidden)));
      return masked;
    }
    if (value instanceof String text) {
      return replaceTexts(text, hidden);
    }
    return value;
  }

  /**
   * Hides texts, also their truncated beginnings, in another text. All are searched in the original
   * text: a hidden text may be a part of another one.
   */
  private static String replaceTexts(String text, List<String> hidden) {
    TreeMap<Integer, Integer> found = new TreeMap<>();
    hidden.forEach(each -> findText(text, each, found));
    StringBuilder masked = new StringBuilder();
    int done = 0;
    for (Map.Entry<Integer, Integer> part : found.entrySet()) {
      if (part.getKey() >= done) {
        masked.append(text, done, part.getKey()).append(DecisionLines.MASK);
      }
      done = Math.max(done, part.getValue());
    }
    return masked.append(text.substring(done)).toString();
  }

  /** Puts the start and the end of each occurrence of a hidden text. */
  private static void findText(String text, String hidden, Map<Integer, Integer> found) {
    String beginning = hidden.substring(0, Math.min(hidden.length(), CHECKED_PREFIX));
    int end;
    for (int at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, end)) {
      end = at + beginning.length();
      while (end - at < hidden.length()
          && end < text.length()
          && text.charAt(end) == hidden.charAt(end - at)) {
        end++;
      }
      found.merge(at, end, Math::max);
    }
  }
}
