package dev.statute.drools.internal.drl;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.statute.expr.PatternSize;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions of rules, matched by RE2 in time linear in the text, because a backtracking
 * implementation may take exponential time. Thread-safe.
 */
public final class RegularExpressions {
  private static final int LENGTH = 1_000;
  private static final int SIZE = 5_000;
  private static final int CACHED = 1_000;

  /** Java's intersection of classes, which RE2 reads as a character. */
  private static final Pattern INTERSECTION = Pattern.compile("\\[[^\\]]*&&");

  private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();

  private RegularExpressions() {}

  /** Tests if the whole text matches a pattern without {@link #fault}. */
  public static boolean matches(String pattern, CharSequence text) {
    Pattern compiled = COMPILED.get(pattern);
    if (compiled == null) {
      compiled = Pattern.compile(pattern);
      if (COMPILED.size() >= CACHED) { // many reloads of rules
        COMPILED.clear();
      }
      COMPILED.put(pattern, compiled);
    }
    return compiled.matcher(text).matches();
  }

  /** Describes the error of a pattern, or returns null. */
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
