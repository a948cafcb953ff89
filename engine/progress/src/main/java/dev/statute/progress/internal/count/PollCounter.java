package dev.statute.progress.internal.count;

import dev.statute.policy.Poll;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.text.TextHash;
import java.util.ArrayList;
import java.util.List;

/** Counter of polls: how often and for how long a poll has had the same answer. */
public final class PollCounter {
  /** Columns of {@link RepetitionState#polls}; times and intervals take two. */
  private static final int KEY = 0;

  private static final int ANSWER = 1;
  private static final int UNCHANGED = 2;
  private static final int GROWING = 3;
  private static final int FIRST = 4;
  private static final int LAST = 6;
  private static final int INTERVAL = 8;
  static final int WIDTH = 10;
  private static final int POLLS = 4;
  private static final int CLOCK_KEY = 0x0C10C;

  private PollCounter() {}

  /** Returns the polls as facts, newest first. */
  public static List<Poll> facts(RepetitionState state) {
    List<Poll> facts = new ArrayList<>();
    IntTable polls = state.polls;
    for (int ago = 0; ago < polls.size(); ago++) {
      facts.add(
          new Poll(
              TextHash.hex(polls.at(ago, KEY)),
              polls.at(ago, UNCHANGED),
              polls.longAt(ago, LAST) - polls.longAt(ago, FIRST),
              polls.at(ago, GROWING) == 1));
    }
    return facts;
  }

  /** Ends the waiting for time to pass. */
  static void removeClock(IntTable polls) {
    int ago = polls.find(KEY, CLOCK_KEY);
    if (ago >= 0) {
      polls.remove(ago);
    }
  }

  /** Counts an action that waits; of those for time to pass, each is the same poll. */
  static void count(IntTable polls, ActionFingerprint action) {
    boolean clock = action.effect() == ToolEffect.CLOCK;
    int key = clock ? CLOCK_KEY : action.key();
    int answer = clock ? 0 : action.outcome();
    int ago = polls.find(KEY, key);
    boolean known = ago >= 0;
    boolean same = known && polls.at(ago, ANSWER) == answer;
    int unchanged = same ? polls.at(ago, UNCHANGED) + 1 : 1;
    long first = same ? polls.longAt(ago, FIRST) : action.at();
    long interval = known ? action.at() - polls.longAt(ago, LAST) : 0;
    int growing = same && interval > polls.longAt(ago, INTERVAL) ? 1 : 0;
    polls.replace(
        ago,
        POLLS,
        key,
        answer,
        unchanged,
        growing,
        TextHash.high(first),
        TextHash.low(first),
        TextHash.high(action.at()),
        TextHash.low(action.at()),
        TextHash.high(interval),
        TextHash.low(interval));
  }
}
