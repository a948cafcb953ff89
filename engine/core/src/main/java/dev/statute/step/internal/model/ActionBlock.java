package dev.statute.step.internal.model;

import java.util.List;

/**
 * Block of actions: the first failure skips the rest.
 *
 * @param owner element it belongs to, for messages
 */
public record ActionBlock(List<CompiledAction> actions, String owner) {
  /** Empty block. */
  public static final ActionBlock NONE = new ActionBlock(List.of(), "");

  public ActionBlock {
    actions = List.copyOf(actions);
  }

  public boolean isEmpty() {
    return actions.isEmpty();
  }
}
