package dev.statute.drools.internal.run;

import dev.statute.drools.RuleDescription;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Question;

/** Kinds of verdict that a question accepts and a rule gives, as sets of bits. */
final class VerdictKinds {
  private static final int ON_TRANSITION = 1;
  private static final int ON_CANDIDATE = 2;
  private static final int ON_RECORD = 4;
  private static final int ON_FIELD = 8;

  /** Number of sets. */
  static final int SETS = 16;

  private VerdictKinds() {}

  static int acceptedBy(Question question) {
    return (question.transitions().isEmpty() ? 0 : ON_TRANSITION)
        | (question.candidates().isEmpty() ? 0 : ON_CANDIDATE)
        | (question.observation() == null ? 0 : ON_RECORD)
        | (question.fields().isEmpty() ? 0 : ON_FIELD);
  }

  static int givenBy(RuleDescription rule) {
    int all = 0;
    for (Class<? extends Verdict> kind : rule.verdictKinds()) {
      all |= givenBy(kind);
    }
    return all;
  }

  private static int givenBy(Class<? extends Verdict> kind) {
    if (kind == Grant.class) {
      return ON_CANDIDATE;
    }
    if (kind == Finding.class) {
      return ON_RECORD;
    }
    return kind == Waive.class || kind == Refuse.class ? ON_FIELD : ON_TRANSITION;
  }
}
