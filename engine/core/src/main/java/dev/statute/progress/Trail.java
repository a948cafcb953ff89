package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.Arrays;

/**
 * What is remembered about repetition: streaks, a ring of the last actions, and the few sets that
 * novelty, reverts and repeated failures need. Counting an action is O(window); nothing is ever
 * searched again. Its parts are immutable and shared; the trail itself is changed only on a copy.
 */
final class Trail {
  static final int RING = 20;
  static final int LONGEST = 12;
  static final int SEEN = 128;

  /** Columns of the ring: action and outcome; record and marks (epoch, effect, success…). */
  static final int KEYS = 0;

  static final int RECORD_MARKS = 1;
  private static final int FIRST = Counter.SINCE_NEW.index();

  private final int[] numbers;

  Rows ring = Rows.empty(2);

  /** How many entries of the ring belong to the present stretch. */
  int depth;

  /** Matches in a row at distance 2 to 12. */
  int[] matches = new int[LONGEST + 1];

  /** Result keys of this stretch, least recently seen first. */
  int[] seen = new int[0];

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

  /** File; edits of it that returned; the last contents, newest first. */
  Rows files = Rows.empty(5);

  /** Action and error; epoch and halves, 16 bits each. */
  Rows failures = Rows.empty(1);

  /** Tool, file and class; tool and file, and the call. */
  Rows misses = Rows.empty(2);

  /** Command and verdict; edits then, and rounds. */
  Rows runs = Rows.empty(2);

  /** Verdict and failed tests of the last runs. */
  Rows tests = Rows.empty(1);

  /** Key and result; how often unchanged; first, last and the time between the last two. */
  Rows polls = Rows.empty(5);

  Trail() {
    numbers = new int[Counter.count() - FIRST];
  }

  Trail(Trail other) {
    numbers = other.numbers.clone();
    ring = other.ring;
    depth = other.depth;
    matches = other.matches.clone();
    seen = other.seen;
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
    files = other.files;
    failures = other.failures;
    misses = other.misses;
    runs = other.runs;
    tests = other.tests;
    polls = other.polls;
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
    int condensations = get(Counter.CONDENSATIONS);
    Arrays.fill(numbers, 0);
    set(Counter.CONDENSATIONS, condensations);
    depth = 0;
    matches = new int[LONGEST + 1];
    seen = new int[0];
    novelty = 0;
    lastTool = 0;
    lastAnswer = 0;
    lastError = 0;
    lastClass = 0;
    lastReject = 0;
    lastEdit = 0;
    lastNoop = 0;
    lastMessage = 0;
    denied = 0;
    lastFailed = -1;
    misses = Rows.empty(2);
    runs = Rows.empty(2);
    tests = Rows.empty(1);
    polls = Rows.empty(5);
  }

  /** Whether a key is new in this stretch; from now on it is not. */
  boolean learn(int key) {
    int at = seen.length - 1;
    while (at >= 0 && seen[at] != key) {
      at--;
    }
    boolean known = at >= 0;
    int drop = known ? at : seen.length >= SEEN ? 0 : -1;
    int[] next = new int[drop < 0 ? seen.length + 1 : seen.length];
    int kept = 0;
    for (int i = 0; i < seen.length; i++) {
      if (i != drop) {
        next[kept++] = seen[i];
      }
    }
    next[kept] = key;
    seen = next;
    return !known;
  }

  int action(int ago) {
    return Key.high(ring.at(ago, KEYS));
  }

  int outcome(int ago) {
    return Key.low(ring.at(ago, KEYS));
  }

  int marks(int ago) {
    return Key.low(ring.at(ago, RECORD_MARKS));
  }

  Effect effect(int ago) {
    return Effect.of((marks(ago) >>> 8) & 0xFF);
  }

  int epoch(int ago) {
    return marks(ago) >>> 16;
  }
}
