package dev.statute.step.internal.model;

import java.util.List;

/**
 * A list of actions that is one block: the first failure skips what is left of it.
 *
 * @param owner whose it is, for messages
 */
public record ActionBlock(List<CompiledAction> actions, String owner) {
  /** No actions. */
  public static final ActionBlock NONE = new ActionBlock(List.of(), "");

  public ActionBlock {
    actions = List.copyOf(actions);
  }

  public boolean isEmpty() {
    return actions.isEmpty();
  }
}
