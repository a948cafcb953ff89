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
  static boolean isListed(StepTransaction draft, int target) {
    int signal = draft.model().eventIds().move(target);
    for (int state : draft.configuration().atomic()) {
      if (!draft.model().candidates(signal, state).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Creates a transition for a move that no state lists. Its source is the active atomic state that
   * shares the most ancestors with the target.
   */
  public static EnabledTransition unlistedMove(StepTransaction draft, int target) {
    CompiledChart model = draft.model();
    int[] written = {target};
    int[] targets = EntrySet.effectiveTargets(model, draft.history(), written);
    int from = -1;
    int domain = -1;
    for (int state : draft.configuration().atomic()) {
      int around = TransitionDomain.of(model.index(), state, targets, false);
      if (from < 0 || around > domain) {
        from = state;
        domain = around;
      }
    }
    CompiledTransition arrow =
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
    return new EnabledTransition(arrow, from, targets, domain, false);
  }
}
