package dev.statute.policy;

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
  public boolean takes(Verdict verdict) {
    if (verdict instanceof Grant grant) {
      return isAmong(candidates, grant.candidate());
    }
    if (verdict instanceof Finding) {
      return observation != null;
    }
    return verdict instanceof Waive
        || verdict instanceof Refuse
        || isAmong(transitions, Resolution.subject(verdict));
  }

  private static boolean isAmong(List<? extends Proposal> asked, @Nullable Proposal subject) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i) == subject) {
        return true;
      }
    }
    return false;
  }
}
