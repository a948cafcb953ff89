package dev.statute.progress;

/** Polls: how often, and for how long, one has given the same answer. */
final class Waits {
  private static final int POLLS = 4;
  private static final int CLOCK_KEY = 0x0C10C;
  private final Trail trail;
  private final Step step;
  private final boolean isNew;

  Waits(Trail trail, Step step, boolean isNew) {
    this.trail = trail;
    this.step = step;
    this.isNew = isNew;
  }

  void count() {
    if (isNew) {
      forget(CLOCK_KEY);
    }
    if (step.effect() == Effect.CLOCK) {
      poll(CLOCK_KEY, 0);
    } else if (step.effect() == Effect.POLL) {
      poll(step.action(), step.outcome());
    }
  }

  private int find(int key) {
    for (int ago = 0; ago < trail.polls.size(); ago++) {
      if (Key.high(trail.polls.at(ago, 0)) == key) {
        return ago;
      }
    }
    return -1;
  }

  private void forget(int key) {
    int ago = find(key);
    if (ago >= 0) {
      trail.polls = trail.polls.without(ago);
    }
  }

  private void poll(int key, int answer) {
    int ago = find(key);
    long unchanged = 1;
    long first = step.at();
    long interval = 0;
    long growing = 0;
    if (ago >= 0) {
      long since = step.at() - trail.polls.at(ago, 3);
      if (Key.low(trail.polls.at(ago, 0)) == answer) {
        unchanged = Key.high(trail.polls.at(ago, 1)) + 1L;
        first = trail.polls.at(ago, 2);
        growing = since > trail.polls.at(ago, 4) ? 1 : 0;
      }
      interval = since;
      trail.polls = trail.polls.without(ago);
    }
    trail.polls =
        trail.polls.with(
            POLLS,
            Key.pair(key, answer),
            Key.pair((int) unchanged, (int) growing),
            first,
            step.at(),
            interval);
  }
}
