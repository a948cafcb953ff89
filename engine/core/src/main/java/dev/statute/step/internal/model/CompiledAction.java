package dev.statute.step.internal.model;

/** Compiled action. Thread-safe. */
@FunctionalInterface
public interface CompiledAction {
  /**
   * Runs the action.
   *
   * @throws ActionFailure if it fails; its earlier changes stay until the step is rolled back
   */
  void run(ActionContext act);
}
