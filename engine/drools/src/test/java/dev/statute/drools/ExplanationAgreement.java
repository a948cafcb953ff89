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
  private int decided;
  private int fired;
  private int undecided;

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
      String description = context + ", " + account.rule();
      Boolean holds = RuleExplainer.holds(policy.base(), ids.indexOf(account.rule()), question);
      assertThat(account.hasFired()).as(description).isEqualTo(account.missing() == null);
      if (holds == null) {
        undecided++;
      } else {
        assertThat(account.hasFired())
            .as("%s: %s", description, account.missing())
            .isEqualTo(holds);
        decided++;
        fired += account.hasFired() ? 1 : 0;
      }
      if (account.missing() != null && holds != null) {
        assertThat(account.missing().reason()).as(description).isNotEqualTo(Reason.UNKNOWN);
        assertThat(account.missing().describe()).as(description).isNotBlank();
      }
    }
  }

  int decided() {
    return decided;
  }

  int fired() {
    return fired;
  }

  int undecided() {
    return undecided;
  }
}
