package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.policy.Instance;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * Additional pattern for rules that require no fact, such as {@code when not Transition(…)} or
 * {@code when then}: their matches do not change between two questions, so Drools would fire them
 * for the first one only. Each question has an instance, so such a rule is compiled with a leading
 * pattern on it.
 */
final class AnchorPattern {
  /** Type of the additional pattern. */
  static final Class<?> FACT = Instance.class;

  private AnchorPattern() {}

  static boolean isRequired(CheckedRule rule) {
    return rule.patterns().stream().noneMatch(CheckedRule.PatternInfo::required);
  }

  static void addTo(RuleDescr tree) {
    tree.getLhs().insertDescr(0, new PatternDescr(FACT.getName()));
  }
}
