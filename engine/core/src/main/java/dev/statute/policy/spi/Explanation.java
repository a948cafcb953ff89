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
 * Explanation of a policy decision: for each rule that concerns the question, the facts of its
 * matches or the first unmet pattern.
 *
 * @param verdicts the answer
 * @param rules one for each rule that concerns the question, in the order of packs, files and lines
 */
public record Explanation(Question question, RuleVerdicts verdicts, List<RuleExplanation> rules) {
  public Explanation {
    rules = List.copyOf(rules);
  }

  /**
   * Explanation of one rule.
   *
   * @param rule {@code pack#rule name}
   * @param metadata its metadata {@code title}, {@code doc}, {@code owner}, where given
   * @param matches the facts of each match; empty if it did not fire
   * @param missing the unmet pattern; null if it fired
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

  /** Reason why a rule did not fire. */
  public enum Reason {
    /** No fact has the pattern's type. */
    NO_FACT,
    /** A fact exists, but some conditions are false. */
    CONDITION,
    /** A fact exists, but the rule requires its absence. */
    EXCLUDED,
    /** One condition cannot be evaluated in isolation; all others are true. */
    UNKNOWN,
    /** The question failed before this rule was evaluated. */
    NOT_REACHED
  }

  /**
   * First pattern of a rule without a match, over all matches of the patterns before it, with the
   * nearest fact.
   *
   * @param pattern as written, on one line
   * @param fact the nearest fact; null if there is none
   * @param unmet the conditions that the fact does not meet, in the order of the rule
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

    /** Returns true if the rule concerns other transitions, candidates or charts. */
    public boolean isUnrelated() {
      return unmet.stream().anyMatch(gap -> SCOPE_FIELDS.contains(gap.subject()));
    }

    /** Formats the observed and the required values on one line. */
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

    /** Formats the change that would let the rule match further, on one line. */
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
   * False condition.
   *
   * @param condition as written, on one line
   * @param subject the tested expression, as written
   * @param value its value as a literal; {@code absent} if there was none
   * @param expected the required value, such as {@code at least 3}
   */
  public record UnmetConstraint(
      String condition, Place place, String subject, String value, String expected) {
    /** Formats subject and value. */
    public String observed() {
      return subject + " " + value;
    }
  }
}
