package dev.statute.drools.internal.explain;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.condition.TruthValue;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Question;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explanation of a rule that did not fire. It evaluates the rule's conditions itself, as the rule
 * engine has no such explanation; where the two might differ, the result is undecided. Immutable.
 */
public final class UnmetRuleExplainer {
  private final DrlFile file;
  private final RuleCondition conditions;

  /** Patterns in the order of the text. */
  private final List<RuleCondition.Pattern> patterns = new ArrayList<>();

  private final Place place;

  private UnmetRuleExplainer(DrlFile file, RuleCondition conditions, Place place) {
    this.file = file;
    this.conditions = conditions;
    this.place = place;
    addPatterns(conditions);
  }

  private void addPatterns(RuleCondition clause) {
    if (clause instanceof RuleCondition.Pattern pattern) {
      patterns.add(pattern);
      if (pattern.source() instanceof RuleCondition.Collect collect) {
        addPatterns(collect.pattern());
      } else if (pattern.source() instanceof RuleCondition.Accumulate accumulate) {
        addPatterns(accumulate.source());
      }
    } else if (clause instanceof RuleCondition.All all) {
      all.parts().forEach(this::addPatterns);
    } else if (clause instanceof RuleCondition.Any any) {
      any.parts().forEach(this::addPatterns);
    } else if (clause instanceof RuleCondition.None none) {
      addPatterns(none.condition());
    } else if (clause instanceof RuleCondition.Some some) {
      addPatterns(some.condition());
    } else if (clause instanceof RuleCondition.Every every) {
      addPatterns(every.first());
      every.rest().forEach(this::addPatterns);
    }
  }

  /**
   * Creates the explainer of a checked rule before compilation, because the compiler changes its
   * tree.
   */
  public static UnmetRuleExplainer of(CheckedRule rule) {
    return new UnmetRuleExplainer(rule.file(), ClauseReader.read(rule), rule.name().place());
  }

  /** Explains the rule's missing match on these facts, on which it did not fire. */
  public MissingMatch unmet(Question question, List<Object> facts) {
    PatternMatcher matching = new PatternMatcher(file, question.settings(), facts);
    TruthValue match = matching.match(conditions);
    MissingMatch lack = match == TruthValue.FALSE ? matching.unmet() : matching.unknown();
    return lack == null ? undecided() : lack;
  }

  /** Predicts if the rule fires on these facts; null if that needs the rule engine. */
  public @Nullable Boolean matches(Question question, List<Object> facts) {
    return switch (new PatternMatcher(file, question.settings(), facts).match(conditions)) {
      case TRUE -> true;
      case FALSE -> false;
      case UNKNOWN -> null;
    };
  }

  private MissingMatch undecided() {
    return new MissingMatch(Reason.UNKNOWN, "", place, null, List.of());
  }

  /** Patterns in the order of the text. */
  public List<RuleDescription.Pattern> patterns() {
    return patterns.stream()
        .map(pattern -> new RuleDescription.Pattern(pattern.text(), pattern.place()))
        .toList();
  }

  /**
   * Reports the evaluated patterns for these facts.
   *
   * @param fired true if the rule fired, so that undecided conditions did match
   */
  public void reportPatterns(
      Question question, List<Object> facts, boolean fired, PatternListener reported) {
    PatternMatcher matching = new PatternMatcher(file, question.settings(), facts);
    matching.match(conditions);
    IdentityHashMap<RuleCondition.Pattern, TruthValue> tried = matching.attempts();
    for (int i = 0; i < patterns.size(); i++) {
      TruthValue match = tried.get(patterns.get(i));
      if (match != null) {
        reported.tried(i, match == TruthValue.TRUE || (match == TruthValue.UNKNOWN && fired));
      }
    }
  }

  /** Listener of evaluated patterns, by their number. */
  public interface PatternListener {
    void tried(int pattern, boolean matched);
  }

  /** Describes a rule that was not evaluated. */
  public MissingMatch notReached() {
    return new MissingMatch(Reason.NOT_REACHED, "", place, null, List.of());
  }
}
