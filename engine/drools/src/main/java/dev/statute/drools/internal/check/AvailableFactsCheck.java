package dev.statute.drools.internal.check;

import dev.statute.drools.internal.type.FactAllowList;
import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Verdict;
import dev.statute.problem.ProblemCollector;
import java.util.Set;

/**
 * Check for patterns on facts that do not exist when a verdict of the rule's kind is requested:
 * such a rule never fires, or always if it says {@code not}.
 */
final class AvailableFactsCheck {
  private static final Set<Class<?>> TRANSITION_FACTS =
      Set.of(Transition.class, Proposal.class, Instance.class, Settings.class, Progress.class);
  private static final Set<Class<?>> CANDIDATE_FACTS =
      Set.of(Candidate.class, Proposal.class, Instance.class, Settings.class, Progress.class);
  private static final Set<Class<?>> FIELD_FACTS =
      Set.of(Transition.class, Proposal.class, Instance.class, Settings.class);

  private AvailableFactsCheck() {}

  static void check(CheckedRule rule, ProblemCollector problems) {
    for (Class<? extends Verdict> kind : rule.verdictKinds()) {
      for (CheckedRule.PatternInfo pattern : rule.patterns()) {
        if (FactAllowList.findFact(pattern.type().getSimpleName()) != null
            && !isAvailable(pattern.type(), kind)) {
          problems.error(
              "R122",
              pattern.name(),
              "where a " + kind.getSimpleName() + " is asked for, there is no " + pattern.name(),
              pattern.type() == Candidate.class && kind != Grant.class && kind != Finding.class
                  ? "a Candidate is only granted; what was selected is a Transition"
                  : fix(kind));
        }
      }
    }
  }

  private static boolean isAvailable(Class<?> fact, Class<? extends Verdict> kind) {
    if (kind == Finding.class) {
      return !Proposal.class.isAssignableFrom(fact);
    }
    if (kind == Grant.class) {
      return CANDIDATE_FACTS.contains(fact);
    }
    return (kind == Waive.class || kind == Refuse.class ? FIELD_FACTS : TRANSITION_FACTS)
        .contains(fact);
  }

  private static String fix(Class<? extends Verdict> kind) {
    if (kind == Finding.class) {
      return "a record is not about a transition: compare fields of Progress and Instance";
    }
    if (kind == Grant.class) {
      return "grants are given to a Candidate; its progress has all counters";
    }
    return kind == Waive.class || kind == Refuse.class
        ? "compare fields of Instance and Settings"
        : "what is only there after a record shows in the transition's progress";
  }
}
