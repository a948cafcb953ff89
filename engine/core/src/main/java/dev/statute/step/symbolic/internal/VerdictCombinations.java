package dev.statute.step.symbolic.internal;

import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Possible results of resolving the verdicts on one transition. The highest layer with a verdict
 * decides; a certain verdict shadows everything below it.
 *
 * @param passes whether the transition can be taken unchanged
 * @param ignores verdicts that can drop it
 * @param redirects verdicts that can change its target
 * @param denies verdicts that can veto it
 * @param permits verdicts one of which is needed for it to pass; empty if none is needed
 */
record VerdictCombinations(
    boolean passes,
    List<PossibleVerdict> ignores,
    List<PossibleVerdict> redirects,
    List<PossibleVerdict> denies,
    List<PossibleVerdict> permits) {
  private static final List<Class<? extends Verdict>> STRICTEST_FIRST =
      List.of(Deny.class, Ignore.class, Redirect.class, Permit.class);

  static VerdictCombinations of(List<PossibleVerdict> possible, boolean listed) {
    List<PossibleVerdict> ignores = new ArrayList<>();
    List<PossibleVerdict> redirects = new ArrayList<>();
    List<PossibleVerdict> denies = new ArrayList<>();
    List<PossibleVerdict> permits = new ArrayList<>();
    List<Layer> highestFirst =
        possible.stream()
            .map(PossibleVerdict::layer)
            .distinct()
            .sorted(Comparator.reverseOrder())
            .toList();
    for (Layer layer : highestFirst) {
      for (Class<? extends Verdict> kind : STRICTEST_FIRST) {
        List<PossibleVerdict> given =
            possible.stream().filter(e -> e.layer().equals(layer) && e.kind() == kind).toList();
        if (given.isEmpty()) {
          continue;
        }
        if (kind == Deny.class) {
          denies.addAll(given);
        } else if (kind == Ignore.class) {
          ignores.addAll(given);
        } else if (kind == Redirect.class) {
          redirects.addAll(given);
        } else {
          permits.addAll(given);
        }
        if (given.stream().anyMatch(PossibleVerdict::certain)) {
          boolean permitted = !permits.isEmpty();
          boolean unconditional = listed && kind == Permit.class;
          return new VerdictCombinations(
              permitted, ignores, redirects, denies, unconditional ? List.of() : permits);
        }
      }
    }
    return new VerdictCombinations(
        listed || !permits.isEmpty(), ignores, redirects, denies, listed ? List.of() : permits);
  }

  /** Returns whether the transition is certainly taken unchanged. */
  boolean isUnaffected() {
    return passes
        && ignores.isEmpty()
        && redirects.isEmpty()
        && denies.isEmpty()
        && permits.isEmpty();
  }
}
