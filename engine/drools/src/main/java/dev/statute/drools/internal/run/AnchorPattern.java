package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.policy.Instance;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * Puts ground under rules that require no fact, such as {@code when not Transition(…)} or {@code
 * when then}: between two questions what they ask for stays as it was, and Drools would fire them
 * for the first one only. Each question has an instance, so such a rule is compiled with a pattern
 * on it, which its matches begin with.
 */
final class AnchorPattern {
  /** What such a rule looks at beside what is written in it. */
  static final Class<?> FACT = Instance.class;

  private AnchorPattern() {}

  static boolean isRequired(CheckedRule rule) {
    return rule.patterns().stream().noneMatch(CheckedRule.PatternInfo::required);
  }

  static void addTo(RuleDescr tree) {
    tree.getLhs().insertDescr(0, new PatternDescr(FACT.getName()));
  }
}
