package dev.statute.analysis.internal.symbolic;

import dev.statute.policy.Redirect;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import dev.statute.step.internal.algorithm.ConflictResolution;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policy evaluation of a microstep over possible verdicts. A veto has no successor state, so it is
 * followed only if nothing else is possible; otherwise it is assumed not to be given.
 */
final class SymbolicPolicy {
  private final SymbolicChart chart;
  private final CompiledChart model;
  private final PolicyApproximation policy;
  private final ApproximateProposals proposals;
  private final ChoiceEnumerator choices;
  private final Set<String> vetoing = new LinkedHashSet<>();

  SymbolicPolicy(SymbolicChart chart, ChoiceEnumerator choices) {
    this.chart = chart;
    model = chart.model();
    policy = chart.policy();
    proposals = new ApproximateProposals(model, chart.settings());
    this.choices = choices;
  }

  /** Returns whether a rule can grant the guard of a transition. */
  boolean mayGrant(EnabledTransition candidate, MicrostepContext context) {
    return policy == PolicyApproximation.UNKNOWN
        || policy.mayGrant(proposals.of(candidate, context));
  }

  /** Returns the rules that can have vetoed a transition. */
  Set<String> vetoing() {
    return vetoing;
  }

  /** Returns the transitions to take, which may be none; null if the step is denied. */
  @Nullable List<EnabledTransition> judge(
      List<EnabledTransition> selected, MicrostepContext context) {
    boolean trivial =
        policy == PolicyApproximation.UNKNOWN || policy == PolicyApproximation.NO_RULES;
    if (trivial && selected.stream().allMatch(EnabledTransition::listed)) {
      return selected;
    }
    List<EnabledTransition> passed = new ArrayList<>();
    for (EnabledTransition transition : selected) {
      if (!judge(transition, context, false, passed)) {
        return null;
      }
    }
    return ConflictResolution.removeConflicts(model, passed, new ArrayList<>());
  }

  /** Judges one transition; returns false if it is denied. */
  private boolean judge(
      EnabledTransition transition,
      MicrostepContext context,
      boolean redirected,
      List<EnabledTransition> passed) {
    // a redirected transition is not redirected again
    List<PossibleVerdict> possible =
        policy.verdicts(proposals.of(transition, context)).stream()
            .filter(verdict -> !redirected || verdict.kind() != Redirect.class)
            .toList();
    VerdictCombinations verdicts = VerdictCombinations.of(possible, transition.listed());
    verdicts.denies().forEach(deny -> vetoing.add(deny.rule()));
    if (verdicts.isUnaffected()) {
      passed.add(transition);
      return true;
    }
    for (PossibleVerdict redirect : verdicts.redirects()) {
      for (int target : targets(redirect)) {
        boolean last = !verdicts.passes() && isOnly(verdicts, redirect);
        if (last || choices.decide(redirect.rule() + " redirects to " + model.id(target))) {
          EnabledTransition other =
              transition.redirected(
                  model, context.history(), chart.atomicStates(context.active()), target, null);
          return judge(other, context, true, passed);
        }
      }
    }
    boolean passes = verdicts.passes();
    for (PossibleVerdict ignore : verdicts.ignores()) {
      boolean last = !passes && verdicts.ignores().size() == 1;
      if (last || choices.decide(ignore.rule() + " ignores it")) {
        return true;
      }
    }
    if (passes) {
      assumePassing(verdicts);
      passed.add(transition);
    }
    return passes;
  }

  private void assumePassing(VerdictCombinations verdicts) {
    verdicts.denies().stream()
        .filter(deny -> !deny.certain())
        .forEach(deny -> choices.assume(deny.rule() + " does not deny it"));
    if (!verdicts.permits().isEmpty()) {
      choices.assume(
          String.join(" or ", verdicts.permits().stream().map(PossibleVerdict::rule).toList())
              + " permits it");
    }
  }

  private static boolean isOnly(VerdictCombinations verdicts, PossibleVerdict redirect) {
    return verdicts.redirects().size() == 1
        && redirect.to() != null
        && verdicts.ignores().isEmpty();
  }

  private List<Integer> targets(PossibleVerdict redirect) {
    String to = redirect.to();
    if (to == null) {
      return model.states().stream().map(CompiledState::number).filter(n -> n > 0).toList();
    }
    int target = model.index().resolve(to);
    return target < 0 ? List.of() : List.of(target);
  }

  /** Returns a move that no active state lists; null if no rule can permit one. */
  @Nullable EnabledTransition unlistedMove(int target, MicrostepContext context) {
    if (!policy.mayPermit()) {
      return null;
    }
    return EnabledTransition.unlistedMove(
        model, context.history(), chart.atomicStates(context.active()), target);
  }
}
