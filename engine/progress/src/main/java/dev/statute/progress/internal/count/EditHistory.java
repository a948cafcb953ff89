package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;

/** Counter of edits: whether they change their file, leave it, or revert it. */
final class EditHistory {
  private static final int FIRST_CONTENT = 1;
  private static final int REVERTS = RepetitionState.CONTENTS + 1;
  private final RepetitionState state;
  private final ActionFingerprint action;

  EditHistory(RepetitionState state, ActionFingerprint action) {
    this.state = state;
    this.action = action;
  }

  /** Counts the action if it is an edit; returns whether it changed its file. */
  boolean countEdit() {
    if (action.effect() != ToolEffect.EDIT) {
      return false;
    }
    boolean verbatim = countVerbatim();
    if (action.failed() || action.has(ActionFingerprint.COMPLAINS)) {
      return false;
    }
    state.edits++;
    state.add(Counter.EDITS_SINCE_RUN);
    if (action.content() == 0) {
      return !verbatim && !(action.has(ActionFingerprint.HAS_ARGUMENTS) && isMadeSinceChange());
    }
    return countContent() && !verbatim;
  }

  /** Returns whether this very edit was the last change. */
  private boolean isMadeSinceChange() {
    for (int ago = 0; ago < state.depth; ago++) {
      if (state.isInEpoch(ago)
          && state.action(ago) == action.key()
          && (state.flags(ago) & ActionFingerprint.SUCCESS) != 0) {
        return true;
      }
    }
    return false;
  }

  private boolean countVerbatim() {
    boolean comparable = action.has(ActionFingerprint.HAS_ARGUMENTS);
    boolean same = comparable && state.lastEdit == action.key();
    state.set(Counter.VERBATIM_EDITS, same ? state.get(Counter.VERBATIM_EDITS) + 1 : 1);
    state.lastEdit = comparable ? action.key() : 0;
    return same;
  }

  /**
   * Compares the content with earlier ones of the file; returns whether it differs from the last.
   */
  private boolean countContent() {
    int ago = state.files.find(0, action.file());
    int[] row = ago < 0 ? new int[state.files.width] : state.files.row(ago);
    int index = indexOfContent(row);
    if (index == 0) {
      boolean again = state.lastNoopFile == action.file();
      state.set(Counter.NOOP_EDITS, again ? state.get(Counter.NOOP_EDITS) + 1 : 1);
      state.lastNoopFile = action.file();
      return false;
    }
    state.set(Counter.NOOP_EDITS, 0);
    state.lastNoopFile = 0;
    row[0] = action.file();
    row[REVERTS] = index > 0 ? row[REVERTS] + 1 : 0;
    state.set(Counter.REVERTS, row[REVERTS]);
    System.arraycopy(row, FIRST_CONTENT, row, FIRST_CONTENT + 1, RepetitionState.CONTENTS - 1);
    row[FIRST_CONTENT] = action.content();
    if (ago >= 0) {
      state.files.remove(ago);
    }
    state.files.add(RepetitionState.FILES, row);
    return true;
  }

  private int indexOfContent(int[] row) {
    for (int i = 0; i < RepetitionState.CONTENTS; i++) {
      if (row[FIRST_CONTENT + i] == action.content()) {
        return i;
      }
    }
    return -1;
  }
}
