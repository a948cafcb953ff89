package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.run.RuleExplainer;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Question;
import java.util.List;

/**
 * Comparison of explanations with the rule engine: a rule that fired is explained as fired, another
 * one has a missing match, and the explainer's own evaluation never contradicts the rule engine.
 */
final class ExplanationAgreement {
  private final DroolsPolicy policy;
  private final List<String> ids;
  private int told;
  private int fired;
  private int untold;

  ExplanationAgreement(DroolsPolicy policy) {
    this.policy = policy;
    ids = policy.rules().stream().map(RuleDescription::id).toList();
  }

  void check(Question question, String context) {
    Explanation explanation = policy.explain(question);
    assertThat(explanation.verdicts().verdicts().toString())
        .as(context)
        .isEqualTo(policy.judge(question).verdicts().toString());
    for (RuleExplanation account : explanation.rules()) {
      String where = context + ", " + account.rule();
      Boolean holds = RuleExplainer.holds(policy.base(), ids.indexOf(account.rule()), question);
      assertThat(account.hasFired()).as(where).isEqualTo(account.missing() == null);
      if (holds == null) {
        untold++;
      } else {
        assertThat(account.hasFired()).as("%s: %s", where, account.missing()).isEqualTo(holds);
        told++;
        fired += account.hasFired() ? 1 : 0;
      }
      if (account.missing() != null && holds != null) {
        assertThat(account.missing().reason()).as(where).isNotEqualTo(Reason.UNKNOWN);
        assertThat(account.missing().describe()).as(where).isNotBlank();
      }
    }
  }

  int told() {
    return told;
  }

  int fired() {
    return fired;
  }

  int untold() {
    return untold;
  }
}
