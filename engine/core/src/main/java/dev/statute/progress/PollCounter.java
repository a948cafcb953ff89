package dev.statute.progress;

/** Polls: how often, and for how long, one has given the same answer. */
final class PollCounter {
  /** Columns of {@link RepetitionState#polls}; times and spans are 64 bits in two. */
  static final int KEY = 0;

  static final int ANSWER = 1;
  static final int UNCHANGED = 2;
  static final int GROWING = 3;
  static final int FIRST = 4;
  static final int LAST = 6;
  static final int INTERVAL = 8;
  static final int WIDTH = 10;
  private static final int POLLS = 4;
  private static final int CLOCK_KEY = 0x0C10C;
  private final RepetitionState trail;
  private final ActionFingerprint step;
  private final boolean isNew;

  PollCounter(RepetitionState trail, ActionFingerprint step, boolean isNew) {
    this.trail = trail;
    this.step = step;
    this.isNew = isNew;
  }

  void count() {
    if (isNew) {
      forget(CLOCK_KEY);
    }
    if (step.effect() == ToolEffect.CLOCK) {
      poll(CLOCK_KEY, 0);
    } else if (step.effect() == ToolEffect.POLL) {
      poll(step.action(), step.outcome());
    }
  }

  private void forget(int key) {
    int ago = trail.polls.find(KEY, key);
    if (ago >= 0) {
      trail.polls.remove(ago);
    }
  }

  private void poll(int key, int answer) {
    IntTable polls = trail.polls;
    int ago = polls.find(KEY, key);
    int unchanged = 1;
    long first = step.at();
    long interval = 0;
    int growing = 0;
    if (ago >= 0) {
      interval = step.at() - polls.longAt(ago, LAST);
      if (polls.at(ago, ANSWER) == answer) {
        unchanged = polls.at(ago, UNCHANGED) + 1;
        first = polls.longAt(ago, FIRST);
        growing = interval > polls.longAt(ago, INTERVAL) ? 1 : 0;
      }
      polls.remove(ago);
    }
    polls.add(
        POLLS,
        key,
        answer,
        unchanged,
        growing,
        TextHash.high(first),
        TextHash.low(first),
        TextHash.high(step.at()),
        TextHash.low(step.at()),
        TextHash.high(interval),
        TextHash.low(interval));
  }
}
