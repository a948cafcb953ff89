package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.text.IdWords;

/**
 * Counter of one action. In order: whether it changed something, whether it is new, the streaks
 * that it continues or ends, then the ring and the cycles.
 */
public final class ActionCounter {
  private static final int WINDOW = 14;

  /** Flags that the ring keeps of programs of unknown kind; of other actions only the success. */
  private static final int KEPT = ActionFingerprint.SUCCESS | ActionFingerprint.SHOWS_PAGE;

  /** Distinguishes the key of a silent action from the keys of results. */
  private static final int SILENT = 0xD09E;

  private final RepetitionState state;
  private final ActionFingerprint action;
  private final boolean resolved;
  private boolean changed;
  private boolean isNew;

  /** True if the action may have changed something that its result does not show. */
  private boolean silent;

  private ActionCounter(RepetitionState state, ActionFingerprint given) {
    this.state = state;
    action =
        given.has(ActionFingerprint.SHOWS_PAGE) && mayHaveChangedPage(state)
            ? given.withAnswerAsOutcome()
            : given;
    resolved = !action.has(ActionFingerprint.UNRESOLVED);
  }

  /**
   * Returns whether the newest action ran an unknown program for the first time and showed no page.
   */
  private static boolean mayHaveChangedPage(RepetitionState state) {
    boolean ran =
        state.depth > 0
            && state.effect(0) == ToolEffect.EXEC
            && (state.flags(0) & KEPT) == ActionFingerprint.SUCCESS;
    for (int ago = 1; ran && ago < state.depth; ago++) {
      ran = state.action(ago) != state.action(0);
    }
    return ran;
  }

  /**
   * Counts an action.
   *
   * @return whether it gave something new or changed something
   */
  public static boolean count(RepetitionState state, ActionFingerprint action) {
    boolean retry = state.retried && state.depth > 0 && state.action(0) == action.key();
    state.retried = false;
    if (retry) {
      return false;
    }
    ActionCounter counter = new ActionCounter(state, action);
    counter.count();
    return counter.isNew || counter.changed;
  }

  private void count() {
    state.add(Counter.CALLS_SINCE_USER);
    state.set(Counter.SAME_MESSAGES, 0);
    state.set(Counter.CONDENSATIONS, 0);
    countSameAction();
    state.set(
        Counter.FAILURE_STREAK,
        action.works()
            ? 0
            : action.isStatedFailure()
                ? state.get(Counter.FAILURE_STREAK) + 1
                : state.get(Counter.FAILURE_STREAK));
    if (resolved) {
      changed = new ChangeCounter(state, action).count();
      if (changed) {
        state.epoch++;
        state.coverage.clear();
      }
      boolean known = showsKnownLines();
      isNew = isDiscovery() && !known;
      silent = !known && isSilent();
      countGains();
      countEmptyLookups();
      new ErrorCounter(state, action).count(isNew);
      countSameResults();
      countTalk();
      if (isNew) {
        PollCounter.removeClock(state.polls);
      }
      if (action.effect().isWait()) {
        PollCounter.count(state.polls, action);
      }
    }
    addToRing();
    state.set(Counter.INTERLEAVED, interleaved());
  }

  private void countSameAction() {
    boolean again = state.depth > 0 && state.action(0) == action.key();
    boolean result = again && resolved && state.outcome(0) == action.outcome();
    boolean failed = again && (state.flags(0) & ActionFingerprint.SUCCESS) == 0;
    state.set(Counter.SAME_ACTION_RESULT, result ? state.get(Counter.SAME_ACTION_RESULT) + 1 : 1);
    int failures = failed ? state.get(Counter.SAME_ACTION_FAIL) + 1 : 1;
    state.set(Counter.SAME_ACTION_FAIL, action.failed() && resolved ? failures : 0);
    countSameButForId(again && resolved);
  }

  /** Counts equal results that differ from the one before at most in one id, always the same. */
  private void countSameButForId(boolean again) {
    int place = again ? action.ids().difference(state.lastIds) : IdWords.ELSEWHERE;
    boolean same = place == 0 || (place > 0 && (state.idPlace == 0 || state.idPlace == place));
    int first = resolved && action.ids().count() > 0 ? 1 : 0;
    state.set(Counter.SAME_BUT_FOR_ID, same ? state.get(Counter.SAME_BUT_FOR_ID) + 1 : first);
    state.idPlace = same ? Math.max(place, state.idPlace) : 0;
    state.lastIds = resolved ? action.ids() : IdWords.NONE;
  }

  /**
   * Returns whether the action is silent: a first successful run of an unknown program with hardly
   * any output, a read of a file that first shows its content, or a thought, plan or question of a
   * tool that was not there before. By convention programs print nothing on success, files may be
   * equal, and planning is work, so such actions are neither progress nor the lack of it.
   */
  private boolean isSilent() {
    if (isAskedAnew()) {
      return true;
    }
    boolean works = action.effect() == ToolEffect.EXEC && action.has(ActionFingerprint.BRIEF);
    boolean reads =
        action.effect() == ToolEffect.READ
            && action.file() != 0
            && !action.has(ActionFingerprint.EMPTY);
    int subject = reads ? action.file() * 31 + action.answer() : action.key();
    return (works || reads || action.has(ActionFingerprint.PLANS))
        && !action.failed()
        && !action.has(ActionFingerprint.COMPLAINS)
        && action.has(ActionFingerprint.HAS_ARGUMENTS)
        && state.addSeen(subject * 31 + SILENT);
  }

  /**
   * Returns whether a program of unknown kind that ran before something changed runs again for the
   * first time since: a debugger that is set up anew for new input is not the same question.
   */
  private boolean isAskedAnew() {
    boolean before = false;
    for (int ago = 0; ago < state.depth; ago++) {
      if (state.action(ago) == action.key()) {
        if (state.isInEpoch(ago)) {
          return false;
        }
        before = true;
      }
    }
    return before
        && action.effect() == ToolEffect.EXEC
        && !action.failed()
        && !action.has(ActionFingerprint.COMPLAINS);
  }

  private boolean isDiscovery() {
    return switch (action.effect()) {
      case THINK, MSG, FORMAT, CLOCK -> false;
      case EDIT -> changed;
      default -> !action.has(ActionFingerprint.EMPTY) && isNewResult();
    };
  }

  /**
   * Returns whether the result is new. For failures the error decides, so that variants of one
   * error are not new; a page that the same action showed before is never new.
   */
  private boolean isNewResult() {
    boolean newResult = state.addSeen(action.failed() ? action.error() : action.answer());
    boolean page = action.outcome() != action.answer() && action.effect() != ToolEffect.TEST;
    return page ? state.addSeen(action.key() * 31 + action.outcome()) && newResult : newResult;
  }

  /**
   * Returns whether the action shows lines that were read before, and hardly others. The same read
   * with another result shows that the file has changed by itself.
   */
  private boolean showsKnownLines() {
    for (int ago = 0; ago < state.depth; ago++) {
      if (state.action(ago) == action.key() && state.outcome(ago) != action.outcome()) {
        state.coverage.clear();
      }
    }
    return action.place() != 0 && !ReadCoverage.add(state.coverage, action);
  }

  private void countGains() {
    state.novelty = ((state.novelty << 1) | (isNew ? 1 : 0)) & 0xFF;
    state.set(Counter.NOVELTY_OF_8, Integer.bitCount(state.novelty));
    boolean aside = silent || action.effect().isWait() || action.effect() == ToolEffect.FORMAT;
    if (aside && !isNew && !changed) {
      return;
    }
    state.set(Counter.SINCE_NEW, isNew ? 0 : state.get(Counter.SINCE_NEW) + 1);
    state.set(Counter.SINCE_CHANGE, changed ? 0 : state.get(Counter.SINCE_CHANGE) + 1);
    state.set(Counter.SINCE_GAIN, isNew || changed ? 0 : state.get(Counter.SINCE_GAIN) + 1);
  }

  private void countEmptyLookups() {
    boolean nothing =
        action.effect().isLookup() && (action.has(ActionFingerprint.EMPTY) || action.failed());
    if (nothing) {
      state.add(Counter.EMPTY_STREAK);
    } else if (isNew && !action.failed()) {
      state.set(Counter.EMPTY_STREAK, 0);
    }
  }

  /**
   * Counts equal results of one tool over all its arguments. Calls of other tools that bring
   * nothing and change nothing do not end the streak.
   */
  private void countSameResults() {
    boolean counts =
        !changed
            && !silent
            && !action.has(ActionFingerprint.EMPTY)
            && !action.effect().isWait()
            && action.effect() != ToolEffect.FORMAT;
    int ago = state.answers.find(0, action.tool());
    boolean again = ago >= 0 && state.answers.at(ago, 1) == action.answer();
    int before = again ? Math.max(1, state.answers.at(ago, 2)) : 0;
    int count = counts ? before + 1 : 0;
    state.set(Counter.SAME_TOOL_RESULT, count);
    if (isNew || changed || silent) {
      state.answers.clear();
    } else if (ago >= 0) {
      state.answers.remove(ago);
    }
    state.answers.add(RepetitionState.ANSWERS, action.tool(), action.answer(), count);
  }

  private void countTalk() {
    boolean talks = action.effect() == ToolEffect.THINK || action.effect() == ToolEffect.MSG;
    if (talks && silent) {
      return;
    }
    state.set(Counter.TALK_ONLY, talks ? state.get(Counter.TALK_ONLY) + 1 : 0);
  }

  private void addToRing() {
    int outcome = resolved ? action.outcome() : (int) action.record() * 0x9E3779B1;
    CycleDetector.count(state, action.key(), outcome);
    int kept =
        action.flags() & (action.effect() == ToolEffect.EXEC ? KEPT : ActionFingerprint.SUCCESS);
    int flags = (state.epoch << 16) | (action.effect().code() << 8) | kept;
    state.ring.add(RepetitionState.RING, action.key(), outcome, (int) action.record(), flags);
    state.depth = Math.min(RepetitionState.RING, state.depth + 1);
  }

  /** Returns how often the newest action and result occur in the window with nothing changed. */
  private int interleaved() {
    if (!resolved || action.effect().isWait() || action.effect() == ToolEffect.FORMAT) {
      return 0;
    }
    int count = 0;
    int[] ring = state.ring.cells();
    int newest = (state.ring.size() - 1) * state.ring.width;
    int at = newest;
    for (int ago = 0; ago < Math.min(state.depth, WINDOW); ago++) {
      boolean equal =
          ring[at + RepetitionState.ACTION] == ring[newest + RepetitionState.ACTION]
              && ring[at + RepetitionState.OUTCOME] == ring[newest + RepetitionState.OUTCOME]
              && ring[at + RepetitionState.FLAGS] >>> 16
                  == ring[newest + RepetitionState.FLAGS] >>> 16;
      count += equal ? 1 : 0;
      at -= state.ring.width;
    }
    return count;
  }
}
