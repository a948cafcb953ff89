package dev.statute.step.internal.interpret;

import dev.statute.policy.Candidate;
import dev.statute.policy.Deny;
import dev.statute.policy.Grant;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.step.RankedVerdict;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Evaluation of guards by rules; a guard that no rule grants is false. */
final class GuardEvaluation {
  private GuardEvaluation() {}

  /**
   * Returns why rules would deny transitions whose guard no rule grants, so that a blocked event
   * tells it. It decides nothing: they stay blocked.
   */
  static Map<CompiledTransition, RuleError> denials(
      StepState state, Collection<EnabledTransition> refused) {
    Map<CompiledTransition, RuleError> denials = new HashMap<>();
    for (EnabledTransition enabled : refused) {
      Transition transition = PolicyFacts.transition(state, enabled);
      if (state.context().policy().mayMatch(transition)) {
        Question question =
            new Question(
                PolicyFacts.instance(state),
                PolicyFacts.settings(state),
                List.of(),
                List.of(transition),
                null,
                List.of());
        RuleVerdicts answer = state.context().policy().judge(question);
        RuleError denial = answer.error();
        for (RuleVerdict each : answer.verdicts()) {
          if (denial == null && each.verdict() instanceof Deny deny) {
            denial = new RuleError(each.rule(), each.place(), deny.reason());
          }
        }
        if (denial != null) {
          denials.put(enabled.transition(), denial);
        }
      }
    }
    return denials;
  }

  static Set<CompiledTransition> grantedTransitions(
      StepState state, Collection<EnabledTransition> candidates) {
    Policy policy = state.context().policy();
    IdentityHashMap<Candidate, EnabledTransition> asked = new IdentityHashMap<>();
    List<Candidate> order = new ArrayList<>();
    for (EnabledTransition enabled : candidates) {
      Candidate candidate = PolicyFacts.candidate(state, enabled);
      if (policy.mayMatch(candidate)) {
        asked.put(candidate, enabled);
        order.add(candidate);
      }
    }
    if (order.isEmpty()) {
      return Set.of();
    }
    RuleVerdicts answer = PolicyEvaluation.judge(state, order, List.of(), List.copyOf(candidates));
    Set<CompiledTransition> granted = new HashSet<>();
    for (RuleVerdict verdict : answer.verdicts()) {
      state.trace().verdicts.add(new RankedVerdict(verdict, true));
      if (verdict.verdict() instanceof Grant grant) {
        EnabledTransition enabled = asked.get(grant.candidate());
        if (enabled != null) {
          granted.add(enabled.transition());
        }
      }
    }
    return granted;
  }
}
