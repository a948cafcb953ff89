package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Budget;
import dev.statute.policy.Cycle;
import dev.statute.policy.Limits;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.spi.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Test that no rule can have a finding in an observation, so that the session need not be used:
 * most records reach no threshold, and inserting and deleting facts costs more than all conditions.
 *
 * <p>It supports conjunctions of patterns with conditions that compare fields of facts about
 * progress with constants or with {@link Limits}. A rule with any other condition on a fact that
 * always exists, or with other elements, might match or throw, and is always evaluated.
 */
final class FindingPrefilter {
  /** Facts that most records do not have; they are not examined while absent. */
  private static final Set<Class<?>> OPTIONAL_FACTS =
      Set.of(Cycle.class, Poll.class, Budget.class, Phase.class);

  private final List<PrefilteredRule> rules = new ArrayList<>();

  /**
   * Rule in the filter.
   *
   * @param requirements its patterns, each of which needs a fact; null if the rule is always
   *     evaluated
   * @param first a counter that must be above a number, or null; most rules begin with one, and it
   *     rejects nearly all of them
   */
  private record PrefilteredRule(
      @Nullable List<FactRequirement> requirements, FactTest.@Nullable CounterAbove first) {
    static PrefilteredRule of(@Nullable List<FactRequirement> needs) {
      if (needs != null) {
        for (FactRequirement need : needs) {
          for (FactTest test : need.tests()) {
            if (test instanceof FactTest.CounterAbove above) {
              return new PrefilteredRule(needs, above);
            }
          }
        }
      }
      return new PrefilteredRule(needs, null);
    }

    boolean mayMatch(List<Object> facts, @Nullable Progress progress, Limits limits) {
      if (first != null && progress != null && !first.isAbove(progress)) {
        return false;
      }
      if (requirements == null) {
        return true;
      }
      for (FactRequirement need : requirements) {
        if (!need.isSatisfied(facts, progress, limits)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Requirement of a fact of the type that meets all tests. */
  private record FactRequirement(Class<?> type, List<FactTest> tests) {
    boolean isSatisfied(List<Object> facts, @Nullable Progress progress, Limits limits) {
      if (progress != null && type == Progress.class) {
        return holds(progress, limits);
      }
      for (Object fact : facts) {
        if (type.isInstance(fact) && holds(fact, limits)) {
          return true;
        }
      }
      return false;
    }

    private boolean holds(Object fact, Limits limits) {
      for (FactTest test : tests) {
        if (!test.holds(fact, limits)) {
          return false;
        }
      }
      return true;
    }
  }

  FindingPrefilter(List<CheckedRule> checked) {
    checked.forEach(rule -> rules.add(PrefilteredRule.of(requirementsOf(rule))));
  }

  private static @Nullable List<FactRequirement> requirementsOf(CheckedRule rule) {
    List<FactRequirement> needs = new ArrayList<>();
    String limits = null;
    for (CheckedRule.PatternInfo pattern : rule.patterns()) {
      List<FactTest> tests = testsOf(pattern, limits);
      if (tests == null && OPTIONAL_FACTS.contains(pattern.type())) {
        tests = List.of();
      }
      if (rule.derivesFacts() || !pattern.required() || tests == null) {
        return null;
      }
      if (pattern.type() == Limits.class && tests.isEmpty()) {
        limits = pattern.binding(); // these always exist
      } else {
        needs.add(new FactRequirement(pattern.type(), tests));
      }
    }
    return needs;
  }

  private static @Nullable List<FactTest> testsOf(
      CheckedRule.PatternInfo pattern, @Nullable String limits) {
    List<FactTest> tests = new ArrayList<>();
    FactTest.TestableFields fields = FactTest.TestableFields.of(pattern.type());
    for (PatternConstraint condition : pattern.conditions()) {
      FactTest test = FactTest.of(fields, condition, limits);
      if (test == null) {
        return null;
      }
      tests.add(test);
    }
    return tests;
  }

  /** Tests that no rule with an accepted verdict can match; never wrongly true. */
  boolean rejectsAll(RuleBase base, Question asked, List<Object> facts, int taken) {
    if (asked.observation() == null
        || !asked.candidates().isEmpty()
        || !asked.transitions().isEmpty()) {
      return false;
    }
    Limits limits = null;
    Progress progress = null;
    for (Object fact : facts) {
      progress = fact instanceof Progress one ? one : progress;
      limits = fact instanceof Limits one ? one : limits;
    }
    if (limits == null) {
      return false;
    }
    for (int number = 0; number < rules.size(); number++) {
      if (base.givesAnyOf(number, taken) && rules.get(number).mayMatch(facts, progress, limits)) {
        return false;
      }
    }
    return true;
  }
}
