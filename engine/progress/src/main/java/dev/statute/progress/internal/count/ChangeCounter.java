package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;

/**
 * Counter of changes by one action: edits that change their file, leave it, or revert it; writes of
 * programs; runs of commands and tests, whose results edits change or not.
 */
public final class ChangeCounter {
  private static final int RECENT_WRITES = 4;
  private static final int COMMANDS = 4;
  private static final int MAX_FLIPS = 8;

  /** Columns of {@link RepetitionState#files}. */
  private static final int FIRST_CONTENT = 1;

  private static final int REVERTS = RepetitionState.CONTENTS + 1;

  /** Columns of {@link RepetitionState#runs}. */
  private static final int COMMAND = 0;

  private static final int VERDICT = 1;
  private static final int EDITS = 2;
  private static final int ROUNDS = 3;

  /** Distinguishes edits of which only file and answer are known from the keys of results. */
  private static final int UNKNOWN = 0xED17;

  private final RepetitionState state;
  private final ActionFingerprint action;

  public ChangeCounter(RepetitionState state, ActionFingerprint action) {
    this.state = state;
    this.action = action;
  }

  /** Counts the action; returns whether it changed something. */
  boolean count() {
    return countEdit() || isNewWrite() || countRun();
  }

  /**
   * Counts the action if it is an edit; returns whether it changed its file. One of which neither
   * arguments nor content are known did so if its file and answer were not there before.
   */
  private boolean countEdit() {
    if (action.effect() != ToolEffect.EDIT) {
      return false;
    }
    boolean verbatim = countVerbatim();
    if (action.failed() || action.has(ActionFingerprint.COMPLAINS)) {
      return false;
    }
    state.edits++;
    state.add(Counter.EDITS_SINCE_RUN);
    if (action.content() != 0) {
      return countContent() && !verbatim;
    }
    return action.has(ActionFingerprint.HAS_ARGUMENTS)
        ? !verbatim && !isMadeSinceChange()
        : state.addSeen((action.key() * 31 + action.answer()) * 31 + UNKNOWN);
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
    state.files.replace(ago, RepetitionState.FILES, row);
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

  /** Returns whether the action is a successful write that the last few actions do not contain. */
  private boolean isNewWrite() {
    if (action.effect() != ToolEffect.EXEC_WRITE
        || action.failed()
        || action.has(ActionFingerprint.COMPLAINS)) {
      return false;
    }
    for (int ago = 0; ago < Math.min(state.depth, RECENT_WRITES); ago++) {
      if (state.action(ago) == action.key() && state.outcome(ago) == action.outcome()) {
        return false;
      }
    }
    return true;
  }

  /** Counts the action if it is a run; returns whether a test has another result than before. */
  public boolean countRun() {
    if (!action.effect().isRun()) {
      return false;
    }
    boolean passed = !action.failed() && action.effect() == ToolEffect.TEST;
    int ago = state.runs.find(COMMAND, action.key());
    boolean edited = ago < 0 || state.edits > state.runs.at(ago, EDITS);
    boolean same = ago >= 0 && state.runs.at(ago, VERDICT) == action.outcome();
    int rounds = ago < 0 ? 0 : state.runs.at(ago, ROUNDS);
    if (passed) {
      rounds = 0;
    } else if (!same) {
      rounds = state.edits > 0 ? 1 : 0;
    } else if (edited) {
      rounds++;
    }
    state.runs.replace(ago, COMMANDS, action.key(), action.outcome(), state.edits, rounds);
    state.set(Counter.INEFFECTIVE_ROUNDS, rounds);
    state.set(Counter.EDITS_SINCE_RUN, 0);
    if (action.effect() == ToolEffect.TEST) {
      countFlips();
    }
    return action.effect() == ToolEffect.TEST && ago >= 0 && !same;
  }

  /** Counts the runs in which two sets of failed tests alternate while no fewer tests fail. */
  private void countFlips() {
    boolean first = state.flips == 0;
    if (first || action.outcome() == state.verdict) {
      state.flips = 1;
    } else if (state.flips == 1 || action.outcome() == state.verdictBefore) {
      state.flips = Math.min(MAX_FLIPS, state.flips + 1);
    } else {
      state.flips = 2;
    }
    boolean failing = action.failed() && (first || !state.allPassed);
    state.set(Counter.TEST_FLIPS, failing ? state.flips : 0);
    state.verdictBefore = state.verdict;
    state.verdict = action.outcome();
    state.allPassed = action.failedTests() == 0;
  }
}
