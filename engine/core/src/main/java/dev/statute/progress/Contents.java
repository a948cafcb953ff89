package dev.statute.progress;

import dev.statute.policy.Counter;

/** What an edit did to its file: something, nothing, or back to what was before. */
final class Contents {
  private static final int FILES = 8;
  private static final int KEPT = 8;
  private final Trail trail;
  private final Step step;

  Contents(Trail trail, Step step) {
    this.trail = trail;
    this.step = step;
  }

  /** Counts the edit, if it is one; whether it really changed something. */
  boolean changed() {
    if (step.effect() != Effect.EDIT) {
      return false;
    }
    boolean verbatim = verbatim();
    if (step.failed()) {
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
    boolean same = step.is(Step.TELLING) && trail.lastEdit == step.action();
    trail.set(Counter.VERBATIM_EDITS, same ? trail.get(Counter.VERBATIM_EDITS) + 1 : 1);
    trail.lastEdit = step.is(Step.TELLING) ? step.action() : 0;
    return same;
  }

  /** Compares the content with those the file had; false if it is what it was. */
  private boolean known() {
    int ago = file();
    int reverts = ago < 0 ? 0 : Key.low(trail.files.at(ago, 0));
    int[] had = ago < 0 ? new int[KEPT] : contents(ago);
    int place = place(had);
    if (place == 0) {
      int noops = trail.lastNoop == step.file() ? trail.get(Counter.NOOP_EDITS) + 1 : 1;
      trail.set(Counter.NOOP_EDITS, noops);
      trail.lastNoop = step.file();
      return false;
    }
    trail.set(Counter.NOOP_EDITS, 0);
    trail.lastNoop = 0;
    int back = place > 0 ? reverts + 1 : 0;
    trail.set(Counter.REVERTS, back);
    int[] has = new int[KEPT];
    System.arraycopy(had, 0, has, 1, KEPT - 1);
    has[0] = step.content();
    Rows rest = ago < 0 ? trail.files : trail.files.without(ago);
    trail.files =
        rest.with(
            FILES,
            Key.pair(step.file(), back),
            Key.pair(has[0], has[1]),
            Key.pair(has[2], has[3]),
            Key.pair(has[4], has[5]),
            Key.pair(has[6], has[7]));
    return true;
  }

  private int file() {
    for (int ago = 0; ago < trail.files.size(); ago++) {
      if (Key.high(trail.files.at(ago, 0)) == step.file()) {
        return ago;
      }
    }
    return -1;
  }

  private int[] contents(int ago) {
    int[] all = new int[KEPT];
    for (int i = 0; i < KEPT; i++) {
      long pair = trail.files.at(ago, 1 + i / 2);
      all[i] = i % 2 == 0 ? Key.high(pair) : Key.low(pair);
    }
    return all;
  }

  private int place(int[] contents) {
    for (int i = 0; i < contents.length; i++) {
      if (contents[i] == step.content()) {
        return i;
      }
    }
    return -1;
  }
}
