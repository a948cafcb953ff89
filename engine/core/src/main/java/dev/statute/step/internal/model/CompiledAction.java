package dev.statute.step.internal.model;

/** A compiled action. Thread-safe. */
@FunctionalInterface
public interface CompiledAction {
  /**
   * Runs it.
   *
   * @throws ActionFailure if it cannot be done; what it did before stays until the step is rolled
   *     back
   */
  void run(ActionContext act);
}
