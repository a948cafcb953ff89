package dev.statute;

import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.DroolsPolicy;
import dev.statute.drools.RuleDescription;
import dev.statute.drools.RuleListener;
import dev.statute.drools.RunOptions;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Only class that uses the rule engine, so that it is loaded only if there are rules. */
final class RuleCompilation {
  private RuleCompilation() {}

  static Loaded<? extends Policy> compile(
      List<Pack> packs, Vocabulary words, RuleListener listener) {
    return DroolsPolicies.compile(packs, words, RunOptions.DEFAULT.listener(listener));
  }

  /**
   * Removes disabled rules that do not exist from packs, according to the problems that name them.
   */
  static List<Pack> withoutMisnamed(List<Pack> packs, List<Problem> problems) {
    Set<Place> misnamed =
        problems.stream()
            .filter(problem -> problem.code().equals("R131"))
            .map(Problem::place)
            .collect(Collectors.toSet());
    return packs.stream()
        .map(
            pack ->
                pack.disabled(
                    pack.disabled().stream()
                        .filter(name -> !misnamed.contains(name.place()))
                        .toList()))
        .toList();
  }

  /** Approximates the verdicts of a policy's rules for unknown data. */
  static PolicyApproximation foresight(Policy policy) {
    return policy instanceof DroolsPolicy rules ? rules.forecast() : PolicyApproximation.UNKNOWN;
  }

  /** Filters the guards that some rule may grant; null if that is not known. */
  static @Nullable Set<String> granted(Policy policy, Stream<String> guards) {
    return policy instanceof DroolsPolicy rules
        ? guards.filter(rules::mayGrant).collect(Collectors.toCollection(LinkedHashSet::new))
        : null;
  }

  /** States that rules name as targets; empty if that is not known. */
  static Set<String> entered(Policy policy) {
    return policy instanceof DroolsPolicy rules ? rules.leadsTo() : Set.of();
  }

  /** Rules of a policy that {@link #compile} created. */
  static List<RuleDescription> of(Policy policy) {
    return policy instanceof DroolsPolicy rules ? rules.rules() : List.of();
  }
}
