package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.Arrays;

/**
 * What is remembered about repetition: streaks, a ring of the last actions, and the few sets that
 * novelty, reverts and repeated failures need. Counting an action is O(window); nothing is ever
 * searched again. Confined to the counting of one record.
 */
final class RepetitionState {
  static final int RING = 20;
  static final int LONGEST = 12;
  static final int SEEN = 128;

  /** Columns of the ring. */
  static final int ACTION = 0;

  static final int OUTCOME = 1;
  static final int RECORD = 2;

  /** Epoch, effect and success. */
  static final int MARKS = 3;

  static final int FILES = 8;
  static final int CONTENTS = 8;

  /**
   * Columns of {@link #failures} after the key of action and error: the epoch with a few bits of
   * the answer, and how bad it is.
   */
  static final int EPOCH = 1;

  static final int HALVES = 2;
  private static final int FIRST = Counter.SINCE_NEW.index();

  /** Of the newest actions, how often the same was done or brought nothing. */
  private static final Counter[] REPEATED = {
    Counter.SINCE_NEW,
    Counter.SINCE_CHANGE,
    Counter.SINCE_GAIN,
    Counter.EMPTY_STREAK,
    Counter.FORMAT_STREAK,
    Counter.SAME_ACTION_RESULT,
    Counter.SAME_ACTION_FAIL,
    Counter.INTERLEAVED,
    Counter.VERBATIM_EDITS,
    Counter.NOOP_EDITS,
    Counter.ERROR_KEY_STREAK,
    Counter.ERROR_CLASS_STREAK,
    Counter.REJECTED_EDITS,
    Counter.FAILS_ON_TARGET,
    Counter.REPEATED_FAILURE,
    Counter.SAME_TOOL_RESULT,
    Counter.REVERTS,
    Counter.TALK_ONLY
  };

  final int[] numbers;

  final IntTable ring = new IntTable(4, 2);

  /** How many entries of the ring belong to the present stretch. */
  int depth;

  /** Matches in a row at distance 2 to 12. */
  final int[] matches;

  /** Result keys of this stretch, least recently seen first. */
  final IntTable seen = new IntTable(1, 1);

  /** Of the last eight actions, which were new. */
  int novelty;

  int epoch;
  int edits;
  boolean retried;
  int lastTool;
  int lastAnswer;
  int lastError;
  int lastClass;
  int lastReject;
  int lastEdit;
  int lastNoop;
  int lastMessage;
  int denied;
  int lastFailed = -1;

  /** Verdicts of the last two test runs, and whether the last one failed no test. */
  int verdict;

  int verdictBefore;
  boolean allPassed;

  /** In how many of the last runs two verdicts took turns; at most {@link TestRunCounter#TESTS}. */
  int turns;

  /** File; the last contents, newest first; edits of it that returned. */
  final IntTable files = new IntTable(CONTENTS + 2, CONTENTS + 1);

  /** Action and error; epoch and answer; halves. */
  final IntTable failures = new IntTable(3, 1);

  /** Tool, file and class; tool and file; the call. */
  final IntTable misses = new IntTable(3, 2);

  /** Command; verdict; edits then; rounds. */
  final IntTable runs = new IntTable(4, 2);

  /** See {@link PollCounter}. */
  final IntTable polls = new IntTable(PollCounter.WIDTH, 2);

  RepetitionState() {
    numbers = new int[Counter.count() - FIRST];
    matches = new int[LONGEST + 1];
  }

  private RepetitionState(RepetitionState other) {
    numbers = other.numbers.clone();
    matches = other.matches.clone();
    ring.take(other.ring);
    seen.take(other.seen);
    files.take(other.files);
    failures.take(other.failures);
    misses.take(other.misses);
    runs.take(other.runs);
    polls.take(other.polls);
    depth = other.depth;
    novelty = other.novelty;
    epoch = other.epoch;
    edits = other.edits;
    retried = other.retried;
    lastTool = other.lastTool;
    lastAnswer = other.lastAnswer;
    lastError = other.lastError;
    lastClass = other.lastClass;
    lastReject = other.lastReject;
    lastEdit = other.lastEdit;
    lastNoop = other.lastNoop;
    lastMessage = other.lastMessage;
    denied = other.denied;
    lastFailed = other.lastFailed;
    verdict = other.verdict;
    verdictBefore = other.verdictBefore;
    allPassed = other.allPassed;
    turns = other.turns;
  }

  /** One to go on with. This one must not change any more: they have what stays in common. */
  RepetitionState next() {
    return new RepetitionState(this);
  }

  int get(Counter counter) {
    return numbers[counter.index() - FIRST];
  }

  void set(Counter counter, int value) {
    numbers[counter.index() - FIRST] = value;
  }

  void add(Counter counter) {
    numbers[counter.index() - FIRST]++;
  }

  /** Puts the counters where the progress fact has them. */
  void fill(long[] all) {
    for (int i = 0; i < numbers.length; i++) {
      all[FIRST + i] = numbers[i];
    }
  }

  /**
   * The user spoke, or a new phase began: streaks, ring and novelty start anew; contents of files,
   * failures of the whole run and condensations stay.
   */
  void freshen() {
    endStreaks();
    int condensations = get(Counter.CONDENSATIONS);
    Arrays.fill(numbers, 0);
    set(Counter.CONDENSATIONS, condensations);
    seen.clear();
    novelty = 0;
    lastAnswer = 0;
    lastMessage = 0;
    denied = 0;
    lastFailed = -1;
    verdict = 0;
    verdictBefore = 0;
    allPassed = false;
    turns = 0;
    runs.clear();
    polls.clear();
  }

  /** What was repeated so far led somewhere: only what comes now is counted. */
  void endStreaks() {
    for (Counter counter : REPEATED) {
      set(counter, 0);
    }
    depth = 0;
    Arrays.fill(matches, 0);
    lastEdit = 0;
    lastError = 0;
    lastClass = 0;
    lastReject = 0;
    lastNoop = 0;
    lastTool = 0;
    misses.clear();
  }

  /** Whether a key is new in this stretch; from now on it is not. */
  boolean learn(int key) {
    int ago = seen.find(0, key);
    if (ago >= 0) {
      seen.remove(ago);
    }
    seen.add(SEEN, key);
    return ago < 0;
  }

  int action(int ago) {
    return ring.at(ago, ACTION);
  }

  int outcome(int ago) {
    return ring.at(ago, OUTCOME);
  }

  int marks(int ago) {
    return ring.at(ago, MARKS);
  }

  ToolEffect effect(int ago) {
    return ToolEffect.of((marks(ago) >>> 8) & 0xFF);
  }

  int epoch(int ago) {
    return marks(ago) >>> 16;
  }
}
