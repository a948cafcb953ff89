package dev.statute.policy;

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
 * @param rulings the answer
 * @param accounts one for each rule that could have answered, in the order of packs, files and
 *     lines
 */
public record Explanation(Question question, RuleVerdicts rulings, List<Account> accounts) {
  public Explanation {
    accounts = List.copyOf(accounts);
  }

  /**
   * What one rule made of the question.
   *
   * @param rule {@code pack#rule name}
   * @param notes what its authors say of it: {@code title}, {@code doc}, {@code owner}, as far as
   *     they do
   * @param fired the facts of each match it fired on; empty if it did not fire
   * @param lack what it lacked; null if it fired
   */
  public record Account(
      String rule,
      Place place,
      Layer layer,
      Map<String, String> notes,
      List<List<Object>> fired,
      @Nullable Lack lack) {
    public Account {
      notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
      fired = fired.stream().map(List::copyOf).toList();
    }

    public boolean hasFired() {
      return !fired.isEmpty();
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
   * @param gaps the conditions that the fact does not meet, in the order they are written
   */
  public record Lack(
      Reason reason, String pattern, Place place, @Nullable Object fact, List<Gap> gaps) {
    private static final Set<String> WORDS =
        Set.of("chart", "from", "to", "source", "event", "kind", "guard");

    public Lack {
      gaps = List.copyOf(gaps);
    }

    /** Whether the rule is about other transitions, candidates or charts than this one. */
    public boolean isElsewhere() {
      return gaps.stream().anyMatch(gap -> WORDS.contains(gap.subject()));
    }

    /** One line: what was seen, and what was needed. */
    public String inWords() {
      String type = pattern.replaceFirst("\\(.*", "").strip();
      return switch (reason) {
        case NO_FACT -> "there is no " + type;
        case EXCLUDED -> "there must be no " + pattern + ", and there is one";
        case NOT_REACHED -> "the question failed before its turn came";
        case UNKNOWN ->
            gaps.isEmpty()
                ? "its conditions hold one by one, and it still did not fire"
                : "all else holds, and it cannot be told alone whether " + gaps.get(0).condition();
        case CONDITION -> {
          StringJoiner words = new StringJoiner("; ");
          gaps.forEach(gap -> words.add(gap.saw() + ", needs " + gap.needs()));
          yield words.toString();
        }
      };
    }

    /** One line: what would have to be otherwise for the rule to get further. */
    public String change() {
      return switch (reason) {
        case NO_FACT -> "there would have to be a " + pattern;
        case EXCLUDED -> "there would have to be no " + pattern;
        case NOT_REACHED -> "the rule that failed would have to be mended";
        case UNKNOWN -> "this cannot be told";
        case CONDITION -> {
          StringJoiner words = new StringJoiner(", and ");
          gaps.forEach(gap -> words.add(gap.subject() + " would have to be " + gap.needs()));
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
   * @param needs what it would have had to be, such as {@code at least 3}
   */
  public record Gap(String condition, Place place, String subject, String value, String needs) {
    /** Subject and value. */
    public String saw() {
      return subject + " " + value;
    }
  }
}
