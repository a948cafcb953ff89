package dev.statute.policy.spi;

import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Instance;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the interpreter asks the rules, at one point of a step. The facts of one question are
 * matched together.
 *
 * @param candidates transitions that name a guard; only grants are an answer
 * @param transitions what was selected; denies, permits, redirects and ignores are an answer
 * @param observation set after a record: findings are an answer
 * @param fields set when open fields may be waived, or values that were given be refused: the ids
 *     of these fields
 */
public record Question(
    Instance instance,
    Settings settings,
    List<Candidate> candidates,
    List<Transition> transitions,
    @Nullable Observation observation,
    List<String> fields) {

  /**
   * Whether {@code verdict} is an answer to this: about one of the transitions or candidates asked
   * about, or about the record. A {@link Waive} and a {@link Refuse} always are, if of no use where
   * no field is open or given. Anything else is an error of its rule.
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

  private static boolean contains(List<? extends Proposal> asked, @Nullable Proposal subject) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i) == subject) {
        return true;
      }
    }
    return false;
  }
}
