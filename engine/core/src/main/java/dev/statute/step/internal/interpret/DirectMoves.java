package dev.statute.step.internal.interpret;

import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.algorithm.TransitionDomain;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventDescriptors;

/** Direct moves: those listed by the chart, and unlisted ones that need a rule's permission. */
public final class DirectMoves {
  private DirectMoves() {}

  /** Returns whether an active state or an ancestor of one lists a move to that state. */
  static boolean isListed(StepTransaction transaction, int target) {
    int signal = transaction.model().eventIds().move(target);
    for (int state : transaction.configuration().atomic()) {
      if (!transaction.model().candidates(signal, state).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Creates a transition for a move that no state lists. Its source is the active atomic state that
   * shares the most ancestors with the target.
   */
  public static EnabledTransition unlistedMove(StepTransaction transaction, int target) {
    CompiledChart model = transaction.model();
    int[] written = {target};
    int[] targets = EntrySet.effectiveTargets(model, transaction.history(), written);
    int from = -1;
    int domain = -1;
    for (int state : transaction.configuration().atomic()) {
      int around = TransitionDomain.of(model.index(), state, targets, false);
      if (from < 0 || around > domain) {
        from = state;
        domain = around;
      }
    }
    CompiledTransition transition =
        new CompiledTransition(
            -1,
            from,
            CompiledTransition.Kind.MOVE,
            EventDescriptors.NONE,
            written,
            domain,
            false,
            null,
            null,
            ActionBlock.NONE,
            null,
            null);
    return new EnabledTransition(transition, from, targets, domain, false);
  }
}
