package dev.statute.analysis.internal.symbolic;

import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import dev.statute.policy.spi.internal.Resolution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

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

  static VerdictCombinations of(List<PossibleVerdict> possible, boolean listed) {
    List<PossibleVerdict> relevant = relevant(possible);
    List<PossibleVerdict> permits = ofKind(relevant, Permit.class);
    boolean unasked =
        listed
            && relevant.stream()
                .noneMatch(verdict -> verdict.certain() && verdict.kind() != Permit.class);
    return new VerdictCombinations(
        unasked || !permits.isEmpty(),
        ofKind(relevant, Ignore.class),
        ofKind(relevant, Redirect.class),
        ofKind(relevant, Deny.class),
        unasked ? List.of() : permits);
  }

  /** Returns the verdicts by layer and strictness, up to those of the first certain one. */
  private static List<PossibleVerdict> relevant(List<PossibleVerdict> possible) {
    List<Layer> highestFirst =
        possible.stream()
            .map(PossibleVerdict::layer)
            .distinct()
            .sorted(Comparator.reverseOrder())
            .toList();
    List<PossibleVerdict> relevant = new ArrayList<>();
    for (Layer layer : highestFirst) {
      for (Class<? extends Verdict> kind : Resolution.STRICTEST_FIRST) {
        List<PossibleVerdict> given =
            possible.stream().filter(e -> e.layer().equals(layer) && e.kind() == kind).toList();
        relevant.addAll(given);
        if (given.stream().anyMatch(PossibleVerdict::certain)) {
          return relevant;
        }
      }
    }
    return relevant;
  }

  private static List<PossibleVerdict> ofKind(
      List<PossibleVerdict> verdicts, Class<? extends Verdict> kind) {
    return verdicts.stream().filter(verdict -> verdict.kind() == kind).toList();
  }

  /** Returns whether the transition is certainly taken unchanged. */
  boolean isUnaffected() {
    return passes && Stream.of(ignores, redirects, denies, permits).allMatch(List::isEmpty);
  }
}
