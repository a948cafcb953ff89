package dev.statute.drools.internal.run;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.RuleListener;
import dev.statute.drools.internal.explain.UnmetRuleExplainer;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of all rules in a session of its own, with the reason for each that it fired or did
 * not. Listeners of rules are not notified.
 */
public final class RuleExplainer {
  private RuleExplainer() {}

  public static Explanation explain(RuleBase base, Question question) {
    Map<Integer, List<List<Object>>> fired = new LinkedHashMap<>();
    RuleSession session =
        new RuleSession(
            base,
            base.options().listener(RuleListener.NONE),
            (number, facts) -> fired.computeIfAbsent(number, same -> new ArrayList<>()).add(facts));
    RuleVerdicts rulings = session.judge(question);
    session.close();
    List<Object> facts = QuestionFacts.of(base, question);
    int taken = RuleIndex.kindsAcceptedBy(question);
    List<RuleExplanation> accounts = new ArrayList<>();
    for (int number = 0; number < base.rules().size(); number++) {
      if (base.givesAnyOf(number, taken)) {
        List<List<Object>> matches = fired.getOrDefault(number, List.of());
        accounts.add(ruleAccount(base, number, matches, rulings, question, facts));
      }
    }
    return new Explanation(question, rulings, accounts);
  }

  /** Predicts if the rule with this number fires; null if that needs the rule engine. */
  public static @Nullable Boolean holds(RuleBase base, int number, Question question) {
    return base.explainer(number).matches(question, QuestionFacts.of(base, question));
  }

  private static RuleExplanation ruleAccount(
      RuleBase base,
      int number,
      List<List<Object>> matches,
      RuleVerdicts rulings,
      Question question,
      List<Object> facts) {
    RuleDescription rule = base.rules().get(number);
    UnmetRuleExplainer why = base.explainer(number);
    if (!matches.isEmpty()) {
      return new RuleExplanation(
          rule.id(), rule.place(), rule.layer(), rule.notes(), matches, null);
    }
    boolean cut = rulings.error() != null && !Boolean.FALSE.equals(why.matches(question, facts));
    return new RuleExplanation(
        rule.id(),
        rule.place(),
        rule.layer(),
        rule.notes(),
        List.of(),
        cut ? why.notReached() : why.unmet(question, facts));
  }
}
