package dev.statute.expr.reading;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.statute.expr.PatternSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * RE2 regular expression with named groups; its time is linear in the text. Immutable, shared by
 * threads.
 */
public final class GroupPattern {
  private static final int MAX_LENGTH = 1_000;
  private static final int MAX_SIZE = 5_000;
  private static final int MAX_MATCHES = 10_000;
  private static final String ALL = "all";
  private static final String REST = "rest";

  private final Pattern pattern;

  private GroupPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Compiles a pattern.
   *
   * @throws IllegalArgumentException if it is not well-formed or too large, or names a group as a
   *     member that each match has
   */
  public static GroupPattern compile(String text) {
    if (text.length() > MAX_LENGTH || PatternSize.of(text) > MAX_SIZE) {
      throw new IllegalArgumentException("the pattern is too large");
    }
    try {
      GroupPattern compiled = new GroupPattern(Pattern.compile(text));
      for (String member : List.of(ALL, REST)) {
        if (compiled.groups().contains(member)) {
          throw new IllegalArgumentException(
              "a group cannot be named '" + member + "', which each match has of its own");
        }
      }
      return compiled;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the pattern is not well-formed: " + e.getDescription(), e);
    }
  }

  /** Names of the groups. */
  public Set<String> groups() {
    return pattern.namedGroups().keySet();
  }

  /**
   * Finds the first match in a text; null if there is none. The members are the named groups that
   * matched, {@code all} and {@code rest}, the text after it.
   */
  public @Nullable LenientMap find(String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? members(matcher, text.substring(matcher.end())) : null;
  }

  /**
   * Finds all matches in a text, in their order; the {@code rest} of one ends where the next
   * begins.
   */
  public List<LenientMap> findAll(String text) {
    Matcher matcher = pattern.matcher(text);
    List<LenientMap> matches = new ArrayList<>();
    boolean found = matcher.find();
    while (found && matches.size() < MAX_MATCHES) {
      LenientMap match = members(matcher, "");
      int end = matcher.end();
      found = matcher.find();
      match.put(REST, text.substring(end, found ? Math.max(end, matcher.start()) : text.length()));
      matches.add(match);
    }
    return matches;
  }

  private LenientMap members(Matcher matcher, String rest) {
    LenientMap groups = new LenientMap();
    for (Map.Entry<String, Integer> group : pattern.namedGroups().entrySet()) {
      String part = matcher.group(group.getValue());
      if (part != null) {
        groups.put(group.getKey(), part);
      }
    }
    groups.put(ALL, matcher.group());
    groups.put(REST, rest);
    return groups;
  }
}
