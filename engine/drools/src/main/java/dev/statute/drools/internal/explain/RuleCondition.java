package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of what a rule says between {@code when} and {@code then}. Immutable. */
sealed interface RuleCondition {
  /**
   * Facts of a type for which all tests hold.
   *
   * @param binding the variable for the fact, or null
   * @param source where the facts come from; null = from the question
   * @param text as it is written, on one line
   */
  record Pattern(
      Class<?> type,
      @Nullable String binding,
      List<Test> tests,
      @Nullable Source source,
      String text,
      Place place)
      implements RuleCondition {}

  /** All of them. */
  record All(List<RuleCondition> parts) implements RuleCondition {}

  /** One after the other: each that holds is a match of its own. */
  record Any(List<RuleCondition> parts) implements RuleCondition {}

  /** {@code not}. */
  record None(RuleCondition condition, String text, Place place) implements RuleCondition {}

  /** {@code exists}. */
  record Some(RuleCondition condition) implements RuleCondition {}

  /** {@code forall}: whatever matches the first also matches the rest. */
  record Every(RuleCondition first, List<RuleCondition> rest, String text, Place place)
      implements RuleCondition {}

  /** A condition of a pattern, with its text. */
  record Test(PatternConstraint condition, String text, Place place) {}

  /** Where facts come from that the question does not hold. */
  sealed interface Source {}

  /** The elements of a value, or the value itself. */
  record From(DrlExpression value) implements Source {}

  /** A list of all facts that match. */
  record Collect(Pattern pattern) implements Source {}

  /** The results of functions over all matches. */
  record Accumulate(RuleCondition source, List<Function> functions) implements Source {}

  /**
   * A function of {@code accumulate}.
   *
   * @param binding the variable for its result, or null
   */
  record Function(String name, @Nullable String binding, @Nullable DrlExpression parameter) {}
}
