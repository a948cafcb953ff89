package dev.statute.progress;

import dev.statute.policy.Counter;

/** What an edit did to its file: something, nothing, or back to what was before. */
final class EditHistory {
  private static final int FIRST = 1;
  private static final int BACK = RepetitionState.CONTENTS + 1;
  private final RepetitionState trail;
  private final ActionFingerprint step;

  EditHistory(RepetitionState trail, ActionFingerprint step) {
    this.trail = trail;
    this.step = step;
  }

  /** Counts the edit, if it is one; whether it really changed something. */
  boolean changed() {
    if (step.effect() != ToolEffect.EDIT) {
      return false;
    }
    boolean verbatim = verbatim();
    if (step.failed() || step.is(ActionFingerprint.COMPLAINS)) {
      return false;
    }
    trail.edits++;
    trail.add(Counter.EDITS_SINCE_RUN);
    if (step.content() == 0) {
      return !verbatim;
    }
    return known() && !verbatim;
  }

  private boolean verbatim() {
    boolean same = step.is(ActionFingerprint.TELLING) && trail.lastEdit == step.action();
    trail.set(Counter.VERBATIM_EDITS, same ? trail.get(Counter.VERBATIM_EDITS) + 1 : 1);
    trail.lastEdit = step.is(ActionFingerprint.TELLING) ? step.action() : 0;
    return same;
  }

  /** Compares the content with those the file had; false if it is what it was. */
  private boolean known() {
    int ago = trail.files.find(0, step.file());
    int[] row = ago < 0 ? new int[trail.files.width] : trail.files.row(ago);
    int place = place(row);
    if (place == 0) {
      int noops = trail.lastNoop == step.file() ? trail.get(Counter.NOOP_EDITS) + 1 : 1;
      trail.set(Counter.NOOP_EDITS, noops);
      trail.lastNoop = step.file();
      return false;
    }
    trail.set(Counter.NOOP_EDITS, 0);
    trail.lastNoop = 0;
    row[0] = step.file();
    row[BACK] = place > 0 ? row[BACK] + 1 : 0;
    trail.set(Counter.REVERTS, row[BACK]);
    System.arraycopy(row, FIRST, row, FIRST + 1, RepetitionState.CONTENTS - 1);
    row[FIRST] = step.content();
    if (ago >= 0) {
      trail.files.remove(ago);
    }
    trail.files.add(RepetitionState.FILES, row);
    return true;
  }

  private int place(int[] row) {
    for (int i = 0; i < RepetitionState.CONTENTS; i++) {
      if (row[FIRST + i] == step.content()) {
        return i;
      }
    }
    return -1;
  }
}
