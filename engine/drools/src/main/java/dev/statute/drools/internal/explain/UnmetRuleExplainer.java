package dev.statute.drools.internal.explain;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Question;
import dev.statute.problem.Place;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what a rule lacked. It walks the rule's conditions with an evaluator of its own, as the rule
 * engine cannot say why nothing matched; where the two might differ it says that it cannot tell.
 * Immutable.
 */
public final class UnmetRuleExplainer {
  private final DrlFile file;
  private final RuleCondition conditions;
  private final Place place;

  private UnmetRuleExplainer(DrlFile file, RuleCondition conditions, Place place) {
    this.file = file;
    this.conditions = conditions;
    this.place = place;
  }

  /** Of a rule that was checked and not yet compiled, as the compiler changes its tree. */
  public static UnmetRuleExplainer of(CheckedRule rule) {
    return new UnmetRuleExplainer(rule.file(), ClauseReader.read(rule), rule.name().place());
  }

  /** What the rule lacked on these facts, on which it did not fire. */
  public MissingMatch unmet(Question question, List<Object> facts) {
    PatternMatcher matching = new PatternMatcher(file, question.settings(), facts);
    PatternMatcher.Match match = matching.match(conditions);
    MissingMatch lack = match == PatternMatcher.Match.NO ? matching.unmet() : matching.unknown();
    return lack == null ? undecided() : lack;
  }

  /** Whether the rule fires on these facts; null if that cannot be told without the rule engine. */
  public @Nullable Boolean matches(Question question, List<Object> facts) {
    return switch (new PatternMatcher(file, question.settings(), facts).match(conditions)) {
      case YES -> true;
      case NO -> false;
      case MAYBE -> null;
    };
  }

  private MissingMatch undecided() {
    return new MissingMatch(Reason.UNKNOWN, "", place, null, List.of());
  }

  /** What it looks for, in the order they are written. */
  public List<RuleDescription.Pattern> patterns() {
    return RulePatterns.of(conditions).stream()
        .map(pattern -> new RuleDescription.Pattern(pattern.text(), pattern.place()))
        .toList();
  }

  /**
   * How far its conditions went on these facts.
   *
   * @param fired whether it fired, from which follows that what could not be told did match
   */
  public void reportPatterns(
      Question question, List<Object> facts, boolean fired, PatternListener told) {
    PatternMatcher matching = new PatternMatcher(file, question.settings(), facts);
    matching.match(conditions);
    IdentityHashMap<RuleCondition.Pattern, PatternMatcher.Match> tried = matching.attempts();
    List<RuleCondition.Pattern> patterns = RulePatterns.of(conditions);
    for (int i = 0; i < patterns.size(); i++) {
      PatternMatcher.Match match = tried.get(patterns.get(i));
      if (match != null) {
        told.tried(
            i, match == PatternMatcher.Match.YES || (match == PatternMatcher.Match.MAYBE && fired));
      }
    }
  }

  /** Is told of a pattern, by its number, that was looked for. */
  public interface PatternListener {
    void tried(int pattern, boolean matched);
  }

  /** Of a rule whose turn did not come. */
  public MissingMatch notReached() {
    return new MissingMatch(Reason.NOT_REACHED, "", place, null, List.of());
  }
}
