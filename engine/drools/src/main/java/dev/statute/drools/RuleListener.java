package dev.statute.drools;

import dev.statute.policy.Question;

/**
 * Is told what rules do, for coverage and tracing. Called on the thread that asks, so it must be
 * thread-safe where questions are asked on several; it must not throw.
 */
public interface RuleListener {
  /** Nobody listens; costs nothing. */
  RuleListener NONE = new RuleListener() {};

  /** The rules were asked; {@code rule} could give a verdict of a kind that the question takes. */
  default void asked(Rule rule, Question question) {}

  /** All conditions of {@code rule} held, and its consequence runs. */
  default void fired(Rule rule, Question question) {}
}
