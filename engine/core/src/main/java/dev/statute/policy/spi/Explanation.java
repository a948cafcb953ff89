package dev.statute.policy.spi;

import dev.statute.problem.Place;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Why rules answered a question as they did: for every rule that could have answered, on which
 * facts it fired, or what it lacked.
 *
 * @param verdicts the answer
 * @param rules one for each rule that could have answered, in the order of packs, files and lines
 */
public record Explanation(Question question, RuleVerdicts verdicts, List<RuleExplanation> rules) {
  public Explanation {
    rules = List.copyOf(rules);
  }

  /**
   * What one rule made of the question.
   *
   * @param rule {@code pack#rule name}
   * @param metadata what its authors say of it: {@code title}, {@code doc}, {@code owner}, as far
   *     as they do
   * @param matches the facts of each match it fired on; empty if it did not fire
   * @param missing what it lacked; null if it fired
   */
  public record RuleExplanation(
      String rule,
      Place place,
      Layer layer,
      Map<String, String> metadata,
      List<List<Object>> matches,
      @Nullable MissingMatch missing) {
    public RuleExplanation {
      metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
      matches = matches.stream().map(List::copyOf).toList();
    }

    public boolean hasFired() {
      return !matches.isEmpty();
    }
  }

  /** How a rule came not to fire. */
  public enum Reason {
    /** There is no fact of the pattern's type. */
    NO_FACT,
    /** There is one, and some of its conditions do not hold. */
    CONDITION,
    /** There is one, and the rule says there must not be. */
    EXCLUDED,
    /** A condition cannot be evaluated alone; all others hold. */
    UNKNOWN,
    /** The question had failed before its turn came. */
    NOT_REACHED
  }

  /**
   * The first pattern for which a rule found nothing, over all ways to match those before it, with
   * the fact that came nearest.
   *
   * @param pattern as it is written, on one line
   * @param fact the nearest fact; null if there is none
   * @param unmet the conditions that the fact does not meet, in the order they are written
   */
  public record MissingMatch(
      Reason reason,
      String pattern,
      Place place,
      @Nullable Object fact,
      List<UnmetConstraint> unmet) {
    private static final Set<String> SCOPE_FIELDS =
        Set.of("chart", "from", "to", "source", "event", "kind", "guard");

    public MissingMatch {
      unmet = List.copyOf(unmet);
    }

    /** Whether the rule is about other transitions, candidates or charts than this one. */
    public boolean isUnrelated() {
      return unmet.stream().anyMatch(gap -> SCOPE_FIELDS.contains(gap.subject()));
    }

    /** One line: what was seen, and what was needed. */
    public String describe() {
      String type = pattern.replaceFirst("\\(.*", "").strip();
      return switch (reason) {
        case NO_FACT -> "there is no " + type;
        case EXCLUDED -> "there must be no " + pattern + ", and there is one";
        case NOT_REACHED -> "the question failed before its turn came";
        case UNKNOWN ->
            unmet.isEmpty()
                ? "its conditions hold one by one, and it still did not fire"
                : "all else holds, and it cannot be told alone whether " + unmet.get(0).condition();
        case CONDITION -> {
          StringJoiner words = new StringJoiner("; ");
          unmet.forEach(gap -> words.add(gap.observed() + ", needs " + gap.expected()));
          yield words.toString();
        }
      };
    }

    /** One line: what would have to be otherwise for the rule to get further. */
    public String describeChange() {
      return switch (reason) {
        case NO_FACT -> "there would have to be a " + pattern;
        case EXCLUDED -> "there would have to be no " + pattern;
        case NOT_REACHED -> "the rule that failed would have to be mended";
        case UNKNOWN -> "this cannot be told";
        case CONDITION -> {
          StringJoiner words = new StringJoiner(", and ");
          unmet.forEach(gap -> words.add(gap.subject() + " would have to be " + gap.expected()));
          yield words.toString();
        }
      };
    }
  }

  /**
   * A condition that did not hold.
   *
   * @param condition as it is written, on one line
   * @param subject what it looks at, as it is written
   * @param value what that was, as it would be written; {@code absent} where there was nothing
   * @param expected what it would have had to be, such as {@code at least 3}
   */
  public record UnmetConstraint(
      String condition, Place place, String subject, String value, String expected) {
    /** Subject and value. */
    public String observed() {
      return subject + " " + value;
    }
  }
}
