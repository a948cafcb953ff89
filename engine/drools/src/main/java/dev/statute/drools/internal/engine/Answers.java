package dev.statute.drools.internal.engine;

import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Question;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;

/** Which kinds of verdict answer a question. */
final class Answers {
  private Answers() {}

  static boolean wanted(Question question, Class<? extends Verdict> kind) {
    if (kind == Grant.class) {
      return !question.candidates().isEmpty();
    }
    if (kind == Finding.class) {
      return question.observation() != null;
    }
    if (kind == Waive.class) {
      return !question.fields().isEmpty();
    }
    return !question.transitions().isEmpty();
  }
}
