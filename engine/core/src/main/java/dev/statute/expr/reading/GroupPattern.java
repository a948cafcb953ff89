package dev.statute.expr.reading;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.statute.expr.PatternSize;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * RE2 regular expression with named groups; its time is linear in the text. Immutable, shared by
 * threads.
 */
public final class GroupPattern {
  private static final int MAX_LENGTH = 1_000;
  private static final int MAX_SIZE = 5_000;

  private final Pattern pattern;

  private GroupPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Compiles a pattern.
   *
   * @throws IllegalArgumentException if it is not well-formed or too large
   */
  public static GroupPattern compile(String text) {
    if (text.length() > MAX_LENGTH || PatternSize.of(text) > MAX_SIZE) {
      throw new IllegalArgumentException("the pattern is too large");
    }
    try {
      return new GroupPattern(Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the pattern is not well-formed: " + e.getDescription(), e);
    }
  }

  /**
   * Finds the first match in a text; null if there is none. The members are the named groups that
   * matched, {@code all} and {@code rest}, the text after it.
   */
  public @Nullable LenientMap find(String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return null;
    }
    LenientMap groups = new LenientMap();
    for (Map.Entry<String, Integer> group : pattern.namedGroups().entrySet()) {
      String part = matcher.group(group.getValue());
      if (part != null) {
        groups.put(group.getKey(), part);
      }
    }
    groups.put("all", matcher.group());
    groups.put("rest", text.substring(matcher.end()));
    return groups;
  }
}
