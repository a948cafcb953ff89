package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Condition element of a rule. Immutable. */
sealed interface RuleCondition {
  /**
   * Facts of a type for which all tests hold.
   *
   * @param binding the variable for the fact, or null
   * @param source origin of the facts; null = the question
   * @param text as written, on one line
   */
  record Pattern(
      Class<?> type,
      @Nullable String binding,
      List<Test> tests,
      @Nullable Source source,
      String text,
      Place place)
      implements RuleCondition {}

  /** Conjunction. */
  record All(List<RuleCondition> parts) implements RuleCondition {}

  /** Disjunction: each part that holds is a match of its own. */
  record Any(List<RuleCondition> parts) implements RuleCondition {}

  /** {@code not}. */
  record None(RuleCondition condition, String text, Place place) implements RuleCondition {}

  /** {@code exists}. */
  record Some(RuleCondition condition) implements RuleCondition {}

  /** {@code forall}: each match of the first also matches the rest. */
  record Every(RuleCondition first, List<RuleCondition> rest, String text, Place place)
      implements RuleCondition {}

  /** Condition of a pattern, with its text. */
  record Test(PatternConstraint condition, String text, Place place) {}

  /** Origin of facts that are not in the question. */
  sealed interface Source {}

  /** Elements of a value, or the value itself. */
  record From(DrlExpression value) implements Source {}

  /** List of all facts that match. */
  record Collect(Pattern pattern) implements Source {}

  /** Results of functions over all matches. */
  record Accumulate(RuleCondition source, List<Function> functions) implements Source {}

  /**
   * Function of {@code accumulate}.
   *
   * @param binding the variable for its result, or null
   */
  record Function(String name, @Nullable String binding, @Nullable DrlExpression parameter) {}
}
