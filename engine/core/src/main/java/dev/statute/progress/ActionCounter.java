package dev.statute.progress;

import dev.statute.policy.Counter;

/**
 * Counts one action into a trail. In order: what it changed, whether it was news, then the streaks
 * that it goes on with or ends, then the ring and the cycles.
 */
final class ActionCounter {
  private static final int WINDOW = 14;
  private static final int RECENT_WRITES = 4;

  /** As many bits of an answer are kept beside an epoch. */
  private static final int ANSWERS = 7;

  private static final int ANSWER = (1 << ANSWERS) - 1;

  /** Marks that the ring keeps of what is of unknown kind; of all else only the success. */
  private static final int KEPT = ActionFingerprint.SUCCESS | ActionFingerprint.SHOWN;

  /** Tells the key of something done from that of something seen. */
  private static final int DONE = 0xD09E;

  private final RepetitionState trail;
  private final ActionFingerprint step;
  private final boolean resolved;
  private boolean changed;
  private boolean isNew;

  /** Whether it may have done something that its result does not tell. */
  private boolean quiet;

  private ActionCounter(RepetitionState trail, ActionFingerprint given) {
    this.trail = trail;
    step = given.is(ActionFingerprint.SHOWN) && stirred(trail) ? given.inFull() : given;
    resolved = !step.is(ActionFingerprint.UNRESOLVED);
  }

  /**
   * Whether the newest action ran something of unknown kind that is not among the others, and
   * showed no page: it may have changed the one that it was done on.
   */
  private static boolean stirred(RepetitionState trail) {
    boolean ran =
        trail.depth > 0
            && trail.effect(0) == ToolEffect.EXEC
            && (trail.marks(0) & KEPT) == ActionFingerprint.SUCCESS;
    for (int ago = 1; ran && ago < trail.depth; ago++) {
      ran = trail.action(ago) != trail.action(0);
    }
    return ran;
  }

  /**
   * Counts an action.
   *
   * @return whether it brought something new or changed something
   */
  static boolean on(RepetitionState trail, ActionFingerprint step) {
    if (trail.retried && trail.depth > 0 && trail.action(0) == step.action()) {
      trail.retried = false;
      return false;
    }
    trail.retried = false;
    ActionCounter tread = new ActionCounter(trail, step);
    tread.count();
    return tread.isNew || tread.changed;
  }

  private void count() {
    trail.add(Counter.CALLS_SINCE_USER);
    trail.set(Counter.SAME_MESSAGES, 0);
    trail.set(Counter.CONDENSATIONS, 0);
    same();
    if (resolved) {
      changed =
          new EditHistory(trail, step).changed()
              || wrote()
              || new TestRunCounter(trail, step).changed();
      trail.epoch += changed ? 1 : 0;
      isNew = news();
      quiet = quiet();
      gains();
      looks();
      errors();
      results();
      talk();
      new PollCounter(trail, step, isNew).count();
    }
    push();
    trail.set(Counter.INTERLEAVED, interleaved());
  }

  /** The same action as the one before. */
  private void same() {
    boolean again = trail.depth > 0 && trail.action(0) == step.action();
    boolean result = again && resolved && trail.outcome(0) == step.outcome();
    boolean failed = again && (trail.marks(0) & ActionFingerprint.SUCCESS) == 0;
    trail.set(Counter.SAME_ACTION_RESULT, result ? trail.get(Counter.SAME_ACTION_RESULT) + 1 : 1);
    int fails = failed ? trail.get(Counter.SAME_ACTION_FAIL) + 1 : 1;
    trail.set(Counter.SAME_ACTION_FAIL, step.failed() && resolved ? fails : 0);
  }

  /** A successful write command that was not, with this outcome, among the last few actions. */
  private boolean wrote() {
    if (step.effect() != ToolEffect.EXEC_WRITE
        || step.failed()
        || step.is(ActionFingerprint.COMPLAINS)) {
      return false;
    }
    for (int ago = 0; ago < Math.min(trail.depth, RECENT_WRITES); ago++) {
      if (trail.action(ago) == step.action() && trail.outcome(ago) == step.outcome()) {
        return false;
      }
    }
    return true;
  }

  /**
   * A program or tool of unknown kind that did not run like this before, and has nothing to tell:
   * by custom that is how work says that it was done, so a batch of such calls is neither progress
   * nor the lack of it. The same of a file that was not read before and happens to be like the
   * last.
   */
  private boolean quiet() {
    boolean works = step.effect() == ToolEffect.EXEC && step.is(ActionFingerprint.BRIEF);
    boolean reads =
        step.effect() == ToolEffect.READ && step.file() != 0 && !step.is(ActionFingerprint.EMPTY);
    return (works || reads)
        && !step.failed()
        && !step.is(ActionFingerprint.COMPLAINS)
        && step.is(ActionFingerprint.TELLING)
        && trail.learn(step.action() * 31 + DONE);
  }

  /** Something not known: of a failure the error counts, so that variants of one are no news. */
  private boolean news() {
    return switch (step.effect()) {
      case THINK, MSG, FORMAT, CLOCK -> false;
      case EDIT -> changed;
      default -> !step.is(ActionFingerprint.EMPTY) && learned();
    };
  }

  /** A page that the same action led to before is no news, whatever it says. */
  private boolean learned() {
    boolean fresh = trail.learn(step.failed() ? step.error() : step.answer());
    boolean page = step.outcome() != step.answer() && step.effect() != ToolEffect.TEST;
    return page ? trail.learn(step.action() * 31 + step.outcome()) && fresh : fresh;
  }

  private void gains() {
    trail.novelty = ((trail.novelty << 1) | (isNew ? 1 : 0)) & 0xFF;
    trail.set(Counter.NOVELTY_OF_8, Integer.bitCount(trail.novelty));
    if ((quiet || step.effect().waits()) && !isNew && !changed) {
      return;
    }
    trail.set(Counter.SINCE_NEW, isNew ? 0 : trail.get(Counter.SINCE_NEW) + 1);
    trail.set(Counter.SINCE_CHANGE, changed ? 0 : trail.get(Counter.SINCE_CHANGE) + 1);
    trail.set(Counter.SINCE_GAIN, isNew || changed ? 0 : trail.get(Counter.SINCE_GAIN) + 1);
  }

  /** Look-ups that give nothing, until one does. */
  private void looks() {
    boolean nothing = step.effect().looks() && (step.is(ActionFingerprint.EMPTY) || step.failed());
    if (nothing) {
      trail.add(Counter.EMPTY_STREAK);
    } else if (isNew && !step.failed()) {
      trail.set(Counter.EMPTY_STREAK, 0);
    }
  }

  private void errors() {
    boolean format = step.effect() == ToolEffect.FORMAT;
    trail.set(Counter.FORMAT_STREAK, format ? trail.get(Counter.FORMAT_STREAK) + 1 : 0);
    boolean error =
        step.failed() && !format && !(step.is(ActionFingerprint.EMPTY) && step.effect().looks());
    int key = error ? step.error() : 0;
    int kind = error ? step.errorClass() : 0;
    trail.set(Counter.ERROR_KEY_STREAK, streak(Counter.ERROR_KEY_STREAK, key, trail.lastError));
    trail.set(
        Counter.ERROR_CLASS_STREAK, streak(Counter.ERROR_CLASS_STREAK, kind, trail.lastClass));
    trail.lastError = key;
    trail.lastClass = kind;
    rejects(error);
    if (error) {
      repeated();
    }
    misses(error);
    if (step.is(ActionFingerprint.DENIED)) {
      trail.denied++;
      trail.set(Counter.DENIALS, trail.denied - 1);
    }
  }

  private int streak(Counter counter, int key, int last) {
    return key == 0 ? 0 : key == last ? trail.get(counter) + 1 : 1;
  }

  private void rejects(boolean error) {
    boolean edit = step.effect() == ToolEffect.EDIT;
    if (edit && error) {
      int kind = step.errorClass() == 0 ? step.error() : step.errorClass();
      int count = kind == trail.lastReject ? trail.get(Counter.REJECTED_EDITS) + 1 : 1;
      trail.set(Counter.REJECTED_EDITS, count);
      trail.lastReject = kind;
    } else if (edit || isNew) {
      trail.set(Counter.REJECTED_EDITS, 0);
      trail.lastReject = 0;
    }
    if (!edit && isNew) {
      trail.lastEdit = 0; // something was learned: the same edit again is a new attempt
    }
  }

  /**
   * This action with this error, in the whole run; half as bad if something had changed, and not at
   * all if its result changed with it, as when of fourteen complaints thirteen are left.
   */
  private void repeated() {
    int pair = step.action() * 31 + step.error();
    int epoch = trail.epoch & 0xFFFF;
    int answer = step.answer() & ANSWER;
    int halves = 2;
    int ago = trail.failures.find(0, pair);
    if (ago >= 0) {
      int then = trail.failures.at(ago, RepetitionState.EPOCH);
      int more = then >>> ANSWERS == epoch ? 2 : (then & ANSWER) == answer ? 1 : 0;
      halves = trail.failures.at(ago, RepetitionState.HALVES) + more;
      trail.failures.remove(ago);
    }
    trail.failures.add(16, pair, epoch << ANSWERS | answer, Math.min(halves, 0xFFFF));
    trail.set(Counter.REPEATED_FAILURE, halves / 2);
  }

  /** Failures of a tool on a file, with one class of error, among the last few. */
  private void misses(boolean error) {
    trail.set(Counter.FAILS_ON_TARGET, 0);
    if (step.file() == 0) {
      return;
    }
    int place = step.tool() * 31 + step.file();
    int now = trail.get(Counter.CALLS_SINCE_USER);
    if (!error) {
      for (int ago = trail.misses.size() - 1; ago >= 0; ago--) {
        if (trail.misses.at(ago, 1) == place) {
          trail.misses.remove(ago);
        }
      }
    } else if (step.errorClass() != 0) {
      int key = place * 31 + step.errorClass();
      trail.misses.add(8, key, place, now);
      int count = 0;
      for (int ago = 0; ago < trail.misses.size(); ago++) {
        boolean recent = now - trail.misses.at(ago, 2) < 8;
        count += recent && trail.misses.at(ago, 0) == key ? 1 : 0;
      }
      trail.set(Counter.FAILS_ON_TARGET, count);
    }
  }

  /** One answer of one tool, whatever it was asked. */
  private void results() {
    boolean counts =
        !changed
            && !quiet
            && !step.is(ActionFingerprint.EMPTY)
            && !step.effect().waits()
            && step.effect() != ToolEffect.FORMAT;
    boolean again = trail.lastTool == step.tool() && trail.lastAnswer == step.answer();
    int before = Math.max(1, trail.get(Counter.SAME_TOOL_RESULT));
    trail.set(Counter.SAME_TOOL_RESULT, !counts ? 0 : again ? before + 1 : 1);
    trail.lastTool = step.tool();
    trail.lastAnswer = step.answer();
  }

  private void talk() {
    boolean talks = step.effect() == ToolEffect.THINK || step.effect() == ToolEffect.MSG;
    trail.set(Counter.TALK_ONLY, talks ? trail.get(Counter.TALK_ONLY) + 1 : 0);
  }

  private void push() {
    int outcome = resolved ? step.outcome() : (int) step.record() * 0x9E3779B1;
    int[] ring = trail.ring.cells();
    int at = (trail.ring.size() - 1) * trail.ring.width;
    for (int period = 2; period <= RepetitionState.LONGEST; period++) {
      at -= trail.ring.width;
      boolean match =
          trail.depth >= period
              && ring[at + RepetitionState.ACTION] == step.action()
              && ring[at + RepetitionState.OUTCOME] == outcome;
      trail.matches[period] = match ? trail.matches[period] + 1 : 0;
    }
    int kept = step.marks() & (step.effect() == ToolEffect.EXEC ? KEPT : ActionFingerprint.SUCCESS);
    int marks = (trail.epoch << 16) | (step.effect().code() << 8) | kept;
    trail.ring.add(RepetitionState.RING, step.action(), outcome, (int) step.record(), marks);
    trail.depth = Math.min(RepetitionState.RING, trail.depth + 1);
  }

  /** The newest action and result, among the last, with nothing changed. */
  private int interleaved() {
    if (!resolved || step.effect().waits() || step.effect() == ToolEffect.FORMAT) {
      return 0;
    }
    int count = 0;
    int[] ring = trail.ring.cells();
    int newest = (trail.ring.size() - 1) * trail.ring.width;
    int at = newest;
    for (int ago = 0; ago < Math.min(trail.depth, WINDOW); ago++) {
      boolean equal =
          ring[at + RepetitionState.ACTION] == ring[newest + RepetitionState.ACTION]
              && ring[at + RepetitionState.OUTCOME] == ring[newest + RepetitionState.OUTCOME]
              && ring[at + RepetitionState.MARKS] >>> 16
                  == ring[newest + RepetitionState.MARKS] >>> 16;
      count += equal ? 1 : 0;
      at -= trail.ring.width;
    }
    return count;
  }
}
