package dev.statute.drools;

import dev.statute.policy.spi.Question;

/**
 * Is told what rules do, for coverage and tracing. Called on the thread that asks, so it must be
 * thread-safe where questions are asked on several; it must not throw.
 */
public interface RuleListener {
  /** Nobody listens; costs nothing. */
  RuleListener NONE = new RuleListener() {};

  /** The rules were asked; {@code rule} could give a verdict of a kind that the question takes. */
  default void asked(RuleDescription rule, Question question) {}

  /** All conditions of {@code rule} held, and its consequence runs. */
  default void fired(RuleDescription rule, Question question) {}

  /** Whether it wants to be told of patterns too, which costs many times as much as the answer. */
  default boolean followsPatterns() {
    return false;
  }

  /**
   * All that {@code rule} asks for before {@code pattern} was there, so that it was looked for.
   * Told once for each pattern and question, after the answer, if that is wanted.
   *
   * @param matched whether there was a fact that meets its conditions
   */
  default void tried(
      RuleDescription rule, RuleDescription.Pattern pattern, boolean matched, Question question) {}
}
