package dev.statute.drools;

import dev.statute.policy.spi.Question;

/**
 * Listener of rule evaluation, for coverage and tracing. It is called on the thread that asks the
 * question, so it must be thread-safe where several threads ask; it must not throw.
 */
public interface RuleListener {
  /** Listener without effect and without cost. */
  RuleListener NONE = new RuleListener() {};

  /**
   * Reports that a question was evaluated in which {@code rule} could give a verdict of an accepted
   * kind.
   */
  default void asked(RuleDescription rule, Question question) {}

  /** Reports that all conditions of {@code rule} held; its consequence runs next. */
  default void fired(RuleDescription rule, Question question) {}

  /** Enables reports of patterns, which cost many times as much as the evaluation. */
  default boolean followsPatterns() {
    return false;
  }

  /**
   * Reports that all conditions of {@code rule} before {@code pattern} were met, so that the
   * pattern was evaluated. Called once for each pattern and question, after the answer, if {@link
   * #followsPatterns}.
   *
   * @param matched true if some fact met its conditions
   */
  default void tried(
      RuleDescription rule, RuleDescription.Pattern pattern, boolean matched, Question question) {}
}
