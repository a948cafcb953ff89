package dev.statute.step.internal.run;

import dev.statute.step.internal.model.Arrow;
import dev.statute.step.internal.model.Block;
import dev.statute.step.internal.model.Descriptors;
import dev.statute.step.internal.model.Domain;
import dev.statute.step.internal.model.Model;

/** Direct moves: those the chart lists, and those only a rule can permit. */
final class Moves {
  private Moves() {}

  /** Whether an active state or an ancestor of one lists a move to that state. */
  static boolean isListed(Draft draft, int target) {
    int signal = draft.model().signals().move(target);
    for (int state : draft.configuration().atomic()) {
      if (!draft.model().hear(signal, state).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * A move that no state lists, as from the active atomic state that has most in common with its
   * target.
   */
  static Enabled unlisted(Draft draft, int target) {
    Model model = draft.model();
    int[] written = {target};
    int[] targets = EntrySet.effective(model, draft.history(), written);
    int from = -1;
    int domain = -1;
    for (int state : draft.configuration().atomic()) {
      int around = Domain.of(model.index(), state, targets, false);
      if (from < 0 || around > domain) {
        from = state;
        domain = around;
      }
    }
    Arrow arrow =
        new Arrow(
            -1,
            from,
            Arrow.Kind.MOVE,
            Descriptors.NONE,
            written,
            domain,
            false,
            null,
            null,
            Block.NONE,
            null,
            null);
    return new Enabled(arrow, from, targets, domain, false);
  }
}
