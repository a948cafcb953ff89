package dev.statute.expr.reading;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.statute.expr.PatternSize;
import java.util.HashMap;
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
  private final @Nullable SurroundedText surrounded;

  private GroupPattern(Pattern pattern) {
    this.pattern = pattern;
    this.surrounded = SurroundedText.of(pattern.pattern());
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
    if (surrounded != null) {
      String part = surrounded.find(text);
      return part == null ? null : groups(Map.of(surrounded.group(), part), text, "");
    }
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return null;
    }
    Map<String, String> parts = new HashMap<>();
    for (Map.Entry<String, Integer> group : pattern.namedGroups().entrySet()) {
      String part = matcher.group(group.getValue());
      if (part != null) {
        parts.put(group.getKey(), part);
      }
    }
    return groups(parts, matcher.group(), text.substring(matcher.end()));
  }

  private static LenientMap groups(Map<String, String> parts, String all, String rest) {
    LenientMap groups = new LenientMap();
    groups.putAll(parts);
    groups.put("all", all);
    groups.put("rest", rest);
    return groups;
  }
}
