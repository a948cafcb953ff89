package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.engine.RuleExplainer;
import dev.statute.policy.Explanation;
import dev.statute.policy.Explanation.Account;
import dev.statute.policy.Explanation.Reason;
import dev.statute.policy.Question;
import java.util.List;

/**
 * Holds explanations against the rule engine: a rule that fired is explained as fired, one that did
 * not has something it lacked, and our own walk over its conditions never says the contrary of what
 * the rule engine did.
 */
final class Agreement {
  private final DroolsPolicy policy;
  private final List<String> ids;
  private int told;
  private int fired;
  private int untold;

  Agreement(DroolsPolicy policy) {
    this.policy = policy;
    ids = policy.rules().stream().map(Rule::id).toList();
  }

  void check(Question question, String context) {
    Explanation explanation = policy.explain(question);
    assertThat(explanation.rulings().all().toString())
        .as(context)
        .isEqualTo(policy.judge(question).all().toString());
    for (Account account : explanation.accounts()) {
      String where = context + ", " + account.rule();
      Boolean holds = RuleExplainer.holds(policy.base(), ids.indexOf(account.rule()), question);
      assertThat(account.hasFired()).as(where).isEqualTo(account.lack() == null);
      if (holds == null) {
        untold++;
      } else {
        assertThat(account.hasFired()).as("%s: %s", where, account.lack()).isEqualTo(holds);
        told++;
        fired += account.hasFired() ? 1 : 0;
      }
      if (account.lack() != null && holds != null) {
        assertThat(account.lack().reason()).as(where).isNotEqualTo(Reason.UNKNOWN);
        assertThat(account.lack().inWords()).as(where).isNotBlank();
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
