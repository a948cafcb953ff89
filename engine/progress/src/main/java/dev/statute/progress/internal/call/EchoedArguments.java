package dev.statute.progress.internal.call;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Test for results that give back what the call was given, as tools that hand in or note do. */
final class EchoedArguments {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");
  private static final int MAX_LENGTH = 16_384;

  private EchoedArguments() {}

  /** Returns whether a result has no words but the names and values of the arguments. */
  static boolean matches(@Nullable Object args, String result) {
    if (!(args instanceof Map<?, ?> map) || map.isEmpty() || result.length() > MAX_LENGTH) {
      return false;
    }
    String left = result;
    Set<String> names = new HashSet<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      names.add(String.valueOf(each.getKey()));
      if (each.getValue() instanceof String text && !text.isBlank()) {
        left = left.replace(text.strip(), " ");
      } else if (each.getValue() instanceof Number || each.getValue() instanceof Boolean) {
        names.add(each.getValue().toString());
      }
    }
    return WORD.matcher(result).find()
        && WORD.matcher(left).results().map(MatchResult::group).allMatch(names::contains);
  }
}
