package dev.statute.drools.internal.drl;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.statute.expr.PatternSize;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions of rules, matched in time linear in the text (RE2): one that backtracks takes
 * for ever on a text made for it. Thread-safe.
 */
public final class RegularExpressions {
  private static final int LENGTH = 1_000;
  private static final int SIZE = 5_000;
  private static final int CACHED = 1_000;

  /** Java's intersection of classes, which RE2 reads as a character. */
  private static final Pattern INTERSECTION = Pattern.compile("\\[[^\\]]*&&");

  private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();

  private RegularExpressions() {}

  /** Whether the whole text matches a pattern without {@link #fault}. */
  public static boolean matches(String pattern, CharSequence text) {
    Pattern compiled = COMPILED.get(pattern);
    if (compiled == null) {
      compiled = Pattern.compile(pattern);
      if (COMPILED.size() >= CACHED) { // rules were loaded again and again
        COMPILED.clear();
      }
      COMPILED.put(pattern, compiled);
    }
    return compiled.matcher(text).matches();
  }

  /** What is wrong with a pattern, or null. */
  public static @Nullable String fault(String pattern) {
    if (pattern.length() > LENGTH) {
      return "it is longer than " + LENGTH + " characters";
    }
    if (INTERSECTION.matcher(pattern).find()) {
      return "'&&' inside […] is not known";
    }
    if (PatternSize.of(pattern) > SIZE) {
      return "its repetitions come to too many parts";
    }
    try {
      Pattern.compile(pattern);
      return null;
    } catch (PatternSyntaxException e) {
      String part = e.getPattern();
      return e.getDescription() + (part == null || part.isEmpty() ? "" : ": " + part);
    }
  }
}
