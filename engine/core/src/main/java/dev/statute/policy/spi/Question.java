package dev.statute.policy.spi;

import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Instance;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.internal.Resolution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Question of the interpreter to the rules, at one point of a step. The facts of one question are
 * matched together.
 *
 * @param candidates transitions with a guard, answered by grants
 * @param transitions selected transitions, answered by denies, permits, redirects and ignores
 * @param observation facts after a record, answered by findings; null without a record
 * @param fields ids of open or submitted form fields, answered by waives and refuses; empty without
 *     fields
 */
public record Question(
    Instance instance,
    Settings settings,
    List<Candidate> candidates,
    List<Transition> transitions,
    @Nullable Observation observation,
    List<String> fields) {

  /**
   * Returns true if {@code verdict} concerns this question: one of its transitions or candidates,
   * or the record. {@link Waive} and {@link Refuse} are always accepted, but have no effect without
   * such a field. Other verdicts are errors of their rules.
   */
  public boolean accepts(Verdict verdict) {
    if (verdict instanceof Grant grant) {
      return contains(candidates, grant.candidate());
    }
    if (verdict instanceof Finding) {
      return observation != null;
    }
    return verdict instanceof Waive
        || verdict instanceof Refuse
        || contains(transitions, Resolution.subject(verdict));
  }

  private static boolean contains(List<? extends Proposal> proposals, @Nullable Proposal subject) {
    for (int i = 0; i < proposals.size(); i++) {
      if (proposals.get(i) == subject) {
        return true;
      }
    }
    return false;
  }
}
