package dev.statute.analysis.internal;

import dev.statute.analysis.PolicyApproximation.PossibleVerdict;
import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Layer;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the verdicts that may come on one transition can amount to: all that {@code Resolution}
 * could say of those that do come. The highest layer that speaks decides; a layer in which a
 * verdict is certain speaks, so nothing below it counts.
 *
 * @param passes whether it may be taken as it is
 * @param ignores the rules that may have it dropped
 * @param redirects the verdicts that may lead it elsewhere
 * @param denies the rules that may veto it
 * @param permits the rules one of which has to permit it, if that is so
 */
record VerdictCombinations(
    boolean passes,
    List<PossibleVerdict> ignores,
    List<PossibleVerdict> redirects,
    List<PossibleVerdict> denies,
    List<PossibleVerdict> permits) {
  private static final List<Class<? extends Verdict>> MOST_CAREFUL_FIRST =
      List.of(Deny.class, Ignore.class, Redirect.class, Permit.class);

  static VerdictCombinations of(List<PossibleVerdict> expected, boolean listed) {
    List<PossibleVerdict> ignores = new ArrayList<>();
    List<PossibleVerdict> redirects = new ArrayList<>();
    List<PossibleVerdict> denies = new ArrayList<>();
    List<PossibleVerdict> permits = new ArrayList<>();
    List<Layer> layers = new ArrayList<>(Arrays.asList(Layer.values()));
    layers.sort((a, b) -> b.compareTo(a));
    for (Layer layer : layers) {
      for (Class<? extends Verdict> kind : MOST_CAREFUL_FIRST) {
        List<PossibleVerdict> said =
            expected.stream().filter(e -> e.layer() == layer && e.kind() == kind).toList();
        if (said.isEmpty()) {
          continue;
        }
        if (kind == Deny.class) {
          denies.addAll(said);
        } else if (kind == Ignore.class) {
          ignores.addAll(said);
        } else if (kind == Redirect.class) {
          redirects.addAll(said);
        } else {
          permits.addAll(said);
        }
        if (said.stream().anyMatch(PossibleVerdict::certain)) {
          boolean permitted = !permits.isEmpty();
          boolean freely = listed && kind == Permit.class;
          return new VerdictCombinations(
              permitted, ignores, redirects, denies, freely ? List.of() : permits);
        }
      }
    }
    return new VerdictCombinations(
        listed || !permits.isEmpty(), ignores, redirects, denies, listed ? List.of() : permits);
  }

  /** Whether nothing but the way it is written is possible. */
  boolean isPlain() {
    return passes
        && ignores.isEmpty()
        && redirects.isEmpty()
        && denies.isEmpty()
        && permits.isEmpty();
  }
}
