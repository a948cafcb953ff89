package dev.statute.step.symbolic;

import java.util.List;

/**
 * Configuration of an instance together with the values of its history states; data are left out.
 * Equal states have the same successors. Immutable.
 */
public interface SymbolicState {
  /** Returns the ids of the active atomic states, in document order. */
  List<String> configuration();

  /** Returns the ids of all active states without the root, in document order. */
  List<String> active();

  /** Returns whether the instance has ended: a final child of the root is active. */
  boolean isDone();
}
