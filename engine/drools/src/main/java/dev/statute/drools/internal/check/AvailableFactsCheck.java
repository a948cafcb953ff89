package dev.statute.drools.internal.check;

import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;
import dev.statute.problem.Problems;
import java.util.List;
import java.util.Set;

/**
 * Finds patterns on facts that are never there when a verdict of the rule's kind is asked for: such
 * a rule never fires, or, where it says {@code not}, always.
 */
final class AvailableFactsCheck {
  private static final Set<Class<?>> FOR_TRANSITIONS =
      Set.of(Transition.class, Proposal.class, Instance.class, Settings.class, Progress.class);
  private static final Set<Class<?>> FOR_CANDIDATES =
      Set.of(Candidate.class, Proposal.class, Instance.class, Settings.class, Progress.class);
  private static final Set<Class<?>> FOR_FIELDS =
      Set.of(Transition.class, Proposal.class, Instance.class, Settings.class);

  private AvailableFactsCheck() {}

  static void check(
      List<CheckedRule.PatternInfo> looks, Set<Class<? extends Verdict>> gives, Problems problems) {
    for (Class<? extends Verdict> kind : gives) {
      for (CheckedRule.PatternInfo look : looks) {
        if (FactAllowList.fact(look.type().getSimpleName()) != null
            && !isThere(look.type(), kind)) {
          problems.error(
              "R122",
              look.name(),
              "where a " + kind.getSimpleName() + " is asked for, there is no " + look.name(),
              look.type() == Candidate.class && kind != Grant.class && kind != Finding.class
                  ? "a Candidate is only granted; what was selected is a Transition"
                  : fix(kind));
        }
      }
    }
  }

  private static boolean isThere(Class<?> fact, Class<? extends Verdict> kind) {
    if (kind == Finding.class) {
      return !Proposal.class.isAssignableFrom(fact);
    }
    if (kind == Grant.class) {
      return FOR_CANDIDATES.contains(fact);
    }
    return (kind == Waive.class || kind == Refuse.class ? FOR_FIELDS : FOR_TRANSITIONS)
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
