package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.table.PackedForm;
import dev.statute.progress.internal.text.IdWords;
import dev.statute.progress.internal.text.TextHash;
import java.util.Arrays;
import java.util.List;

/**
 * State of repetition: streaks, a ring of the last actions, and the sets that novelty, reverts and
 * repeated failures need. Counting an action takes time linear in the windows. Confined to the
 * counting of one record.
 */
public final class RepetitionState {
  /** Maximum distance of two epochs in the ring. */
  private static final int MAX_EPOCHS = 7;

  /** Code, in place of an effect, for a program of unknown kind that showed a page. */
  private static final int PAGE = 0xF;

  /** Counters that messages change. */
  private static final Counter[] MESSAGE_COUNTERS = {
    Counter.SAME_MESSAGES,
    Counter.CONDENSATIONS,
    Counter.REVISIONS,
    Counter.STUCK_SUB_AGENTS,
    Counter.JUDGED,
    Counter.CHANT
  };

  public static final int RING = 20;
  static final int MAX_PERIOD = 12;
  private static final int SEEN = 128;

  /** Columns of {@link #ring}. */
  static final int ACTION = 0;

  static final int OUTCOME = 1;
  public static final int RECORD = 2;

  /** Epoch, effect and success. */
  static final int FLAGS = 3;

  static final int FILES = 8;

  /** Maximum number of rows of {@link #answers}. */
  static final int ANSWERS = 4;

  /** Maximum number of rows of {@link #fileFailures}. */
  static final int FAILURES = 8;

  static final int CONTENTS = 8;

  /**
   * Columns of {@link #failures} after the key: the epoch with a few bits of the answer, and twice
   * the number of failures.
   */
  static final int EPOCH = 1;

  static final int HALVES = 2;

  /** Value of {@link #roundStart} outside a round of parallel calls. */
  static final int NO_ROUND = Integer.MAX_VALUE;

  private static final int FIRST = Counter.SINCE_NEW.index();

  /** Counters of repetition and of the lack of progress. */
  private static final Counter[] STREAKS = {
    Counter.SINCE_NEW,
    Counter.SINCE_CHANGE,
    Counter.SINCE_GAIN,
    Counter.EMPTY_STREAK,
    Counter.FORMAT_STREAK,
    Counter.SAME_ACTION_RESULT,
    Counter.SAME_BUT_FOR_ID,
    Counter.SAME_ACTION_FAIL,
    Counter.INTERLEAVED,
    Counter.VERBATIM_EDITS,
    Counter.NOOP_EDITS,
    Counter.ERROR_KEY_STREAK,
    Counter.ERROR_CLASS_STREAK,
    Counter.FAILURE_STREAK,
    Counter.REJECTED_EDITS,
    Counter.FAILS_ON_TARGET,
    Counter.REPEATED_FAILURE,
    Counter.SAME_TOOL_RESULT,
    Counter.REVERTS,
    Counter.TALK_ONLY
  };

  /** Values of the counters from {@code SINCE_NEW} on. */
  final int[] counters;

  public final IntTable ring = new IntTable(4, 2);

  /** Number of entries of the ring since the streaks were cleared. */
  int depth;

  /** Consecutive matches at a distance of 2 to 12 actions. */
  final int[] matches;

  /** Consecutive equal actions at such a distance, whatever their results. */
  final int[] similar;

  /** Number of these actions with another result. */
  final int[] differences;

  /** Keys of results since the last segment began, least recently seen first. */
  final IntTable seen = new IntTable(1, 1);

  /** Bit set of which of the last eight actions were new. */
  int novelty;

  int epoch;
  int edits;
  boolean retried;

  /** Per tool, least recently used first: its key, its last answer, how often it came in a row. */
  final IntTable answers = new IntTable(3, 2);

  /** Ids in the newest result. */
  IdWords lastIds = IdWords.NONE;

  /** Place of the id in which the last equal results differ; 0 if they do not. */
  int idPlace;

  int lastError;
  int lastErrorClass;
  int lastRejection;
  int lastEdit;
  int lastNoopFile;
  int lastMessage;
  int denials;
  int lastFailedTests = -1;

  /** Verdicts of the last two test runs. */
  int verdict;

  int verdictBefore;
  boolean allPassed;

  /** Number of the last runs in which two verdicts alternate. */
  int flips;

  /** Per file: its key, its last contents from the newest, number of reverts. */
  final IntTable files = new IntTable(CONTENTS + 2, CONTENTS + 1);

  /** Per action and error: key, {@link #EPOCH}, {@link #HALVES}. */
  final IntTable failures = new IntTable(3, 1);

  /**
   * Per failure on a file: key of tool, file and class, key of tool and file, number of the call.
   */
  final IntTable fileFailures = new IntTable(3, 2);

  /** Per command: key, verdict, number of edits before, ineffective rounds. */
  final IntTable runs = new IntTable(4, 2);

  /** Number of calls before the round that is counted; not kept between records. */
  int roundStart = NO_ROUND;

  /** Lines that were read; see {@link ReadCoverage}. */
  final IntTable coverage = ReadCoverage.newTable();

  /** Polls; see {@link PollCounter}. */
  final IntTable polls = new IntTable(PollCounter.WIDTH, 2);

  /** Tables beside the ring and the answers, in the order of the packed form. */
  final List<IntTable> tables = List.of(seen, files, failures, fileFailures, runs, polls, coverage);

  public RepetitionState() {
    counters = new int[Counter.count() - FIRST];
    matches = new int[MAX_PERIOD + 1];
    similar = new int[MAX_PERIOD + 1];
    differences = new int[MAX_PERIOD + 1];
  }

  private RepetitionState(RepetitionState other) {
    counters = other.counters.clone();
    matches = other.matches.clone();
    similar = other.similar.clone();
    differences = other.differences.clone();
    ring.copyFrom(other.ring);
    answers.copyFrom(other.answers);
    for (int i = 0; i < tables.size(); i++) {
      tables.get(i).copyFrom(other.tables.get(i));
    }
    depth = other.depth;
    novelty = other.novelty;
    epoch = other.epoch;
    edits = other.edits;
    retried = other.retried;
    lastIds = other.lastIds;
    idPlace = other.idPlace;
    lastError = other.lastError;
    lastErrorClass = other.lastErrorClass;
    lastRejection = other.lastRejection;
    lastEdit = other.lastEdit;
    lastNoopFile = other.lastNoopFile;
    lastMessage = other.lastMessage;
    denials = other.denials;
    lastFailedTests = other.lastFailedTests;
    verdict = other.verdict;
    verdictBefore = other.verdictBefore;
    allPassed = other.allPassed;
    flips = other.flips;
  }

  /** Returns a copy to count on; this state must not change any more. */
  public RepetitionState next() {
    return new RepetitionState(this);
  }

  public int get(Counter counter) {
    return counters[counter.index() - FIRST];
  }

  public void set(Counter counter, int value) {
    counters[counter.index() - FIRST] = value;
  }

  public void add(Counter counter) {
    counters[counter.index() - FIRST]++;
  }

  /** Copies the counters to their places in the progress fact. */
  public void copyCounters(long[] all) {
    for (int i = 0; i < counters.length; i++) {
      all[FIRST + i] = counters[i];
    }
  }

  /**
   * Starts a new segment of work, as after a user message or a new phase. Contents of files,
   * repeated failures, failures of an environment that is gone, and condensations stay.
   */
  public void startSegment() {
    IntTable failuresBefore = new IntTable(3, 2);
    failuresBefore.copyFrom(fileFailures);
    clearStreaks();
    for (int ago = failuresBefore.size() - 1; ago >= 0; ago--) {
      int place = failuresBefore.at(ago, 1);
      int key = failureKey(place, ActionFingerprint.ENVIRONMENT_GONE);
      if (failuresBefore.at(ago, 0) == key) {
        fileFailures.add(FAILURES, key, place, 0);
      }
    }
    int condensations = get(Counter.CONDENSATIONS);
    Arrays.fill(counters, 0);
    set(Counter.CONDENSATIONS, condensations);
    seen.clear();
    novelty = 0;
    lastMessage = 0;
    denials = 0;
    lastFailedTests = -1;
    verdict = 0;
    verdictBefore = 0;
    allPassed = false;
    flips = 0;
    runs.clear();
    polls.clear();
  }

  /** Counts a message or thought that equals the one before; blank ones are ignored. */
  public void countMessage(String text) {
    if (text.isBlank()) {
      return;
    }
    int key = TextHash.key32(text.strip());
    int same = get(Counter.SAME_MESSAGES);
    set(Counter.SAME_MESSAGES, same > 0 && key == lastMessage ? same + 1 : 1);
    lastMessage = key;
  }

  /** Makes the next call, if it is the last one again, not count. */
  public void expectRetry() {
    retried = true;
  }

  /** Returns whether the newest action is among the actions before it. */
  public boolean isRepeated() {
    for (int ago = 1; ago < depth; ago++) {
      if (action(ago) == action(0)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether any action so far changed the work. */
  public boolean hasChanged() {
    return epoch != 0;
  }

  public void advanceEpoch() {
    epoch++;
  }

  /** Returns whether the newest action waited for time to pass. */
  public boolean isAfterClock() {
    return depth > 0 && effect(0) == ToolEffect.CLOCK;
  }

  /**
   * Replaces the number of failed tests of the last run.
   *
   * @param failed -1 if unknown
   * @return whether fewer tests fail than before
   */
  public boolean replaceFailedTests(int failed) {
    boolean fewer = lastFailedTests > 0 && failed >= 0 && failed < lastFailedTests;
    lastFailedTests = failed;
    return fewer;
  }

  /** Clears streaks and cycles after a verified improvement. */
  public void clearStreaks() {
    for (Counter counter : STREAKS) {
      set(counter, 0);
    }
    depth = 0;
    Arrays.fill(matches, 0);
    Arrays.fill(similar, 0);
    Arrays.fill(differences, 0);
    lastIds = IdWords.NONE;
    idPlace = 0;
    lastEdit = 0;
    lastError = 0;
    lastErrorClass = 0;
    lastRejection = 0;
    lastNoopFile = 0;
    answers.clear();
    fileFailures.clear();
    coverage.clear();
  }

  /** Adds a key to those seen in this segment; returns whether it is new. */
  boolean addSeen(int key) {
    int ago = seen.find(0, key);
    seen.replace(ago, SEEN, key);
    return ago < 0;
  }

  /** Returns the key of the failures at a place with a class of error. */
  static int failureKey(int place, int errorClass) {
    return place * 31 + errorClass;
  }

  /** Returns the key of a tool and a file, of which 0 is any. */
  static int placeOf(int tool, int file) {
    return tool * 31 + file;
  }

  public int action(int ago) {
    return ring.at(ago, ACTION);
  }

  int outcome(int ago) {
    return ring.at(ago, OUTCOME);
  }

  int flags(int ago) {
    return ring.at(ago, FLAGS);
  }

  ToolEffect effect(int ago) {
    return ToolEffect.of((flags(ago) >>> 8) & 0xFF);
  }

  int epoch(int ago) {
    return flags(ago) >>> 16;
  }

  /** Returns whether nothing changed since an action. */
  boolean isInEpoch(int ago) {
    return epoch(ago) == (epoch & 0xFFFF);
  }

  /**
   * Writes or reads a
   *
   * @param newest number of the newest record
   */
  public void transfer(PackedForm form, int newest) {
    for (int i = 0; i < counters.length; i++) {
      counters[i] = form.number(counters[i]);
    }
    for (int period = 2; period <= MAX_PERIOD; period++) {
      matches[period] = form.number(matches[period]);
    }
    for (int period = 2; period <= MAX_PERIOD; period++) {
      similar[period] = form.number(similar[period]);
      if (similar[period] > 0) {
        differences[period] = form.number(differences[period]);
      }
    }
    form.rows(answers);
    transferIds(form);
    lastError = form.key(lastError);
    lastErrorClass = form.key(lastErrorClass);
    lastRejection = form.key(lastRejection);
    lastEdit = form.key(lastEdit);
    lastNoopFile = form.key(lastNoopFile);
    lastMessage = form.key(lastMessage);
    verdict = form.key(verdict);
    verdictBefore = form.key(verdictBefore);
    depth = form.number(depth);
    novelty = form.number(novelty);
    epoch = form.number(epoch);
    edits = form.number(edits);
    denials = form.number(denials);
    lastFailedTests = form.number(lastFailedTests + 1) - 1;
    flips = form.number(flips);
    int flags = form.octet((retried ? 1 : 0) | (allPassed ? 2 : 0));
    retried = (flags & 1) != 0;
    allPassed = (flags & 2) != 0;
    transferRing(form, newest);
    for (IntTable table : tables) {
      form.rows(table);
    }
  }

  private void transferIds(PackedForm form) {
    IdWords ids = lastIds;
    int count = form.number(ids.count());
    if (count > 0) {
      int frame = form.key(ids.frame());
      long sum = transferLong(form, ids.sum());
      lastIds = new IdWords(frame, count, sum, transferLong(form, ids.weighted()));
      idPlace = form.number(idPlace);
    }
  }

  private static long transferLong(PackedForm form, long value) {
    int high = form.key(TextHash.high(value));
    return TextHash.pair(high, form.key(TextHash.low(value)));
  }

  /** Passes the ring from the newest entry, with records and epochs as differences. */
  private void transferRing(PackedForm form, int newest) {
    int size = form.rowCount(ring.size());
    int[] cells = form.reads() ? new int[size * ring.width] : ring.cells();
    int record = newest;
    int ringEpoch = epoch;
    for (int at = (size - 1) * ring.width; at >= 0; at -= ring.width) {
      cells[at + ACTION] = form.key(cells[at + ACTION]);
      cells[at + OUTCOME] = form.key(cells[at + OUTCOME]);
      record -= form.number(record - cells[at + RECORD]);
      cells[at + RECORD] = record;
      int flags = cells[at + FLAGS];
      int packed = form.octet(packFlags(flags, ringEpoch));
      if (form.reads()) {
        flags = unpackFlags(packed, ringEpoch);
        cells[at + FLAGS] = flags;
      }
      ringEpoch = flags >>> 16;
    }
    if (form.reads()) {
      ring.replaceRows(cells, size);
      if (depth < 0 || depth > size) {
        throw new IllegalArgumentException("a tracker's ring is shorter than " + depth);
      }
    }
  }

  private static int packFlags(int flags, int epoch) {
    int epochs = Math.min(MAX_EPOCHS, (epoch - (flags >>> 16)) & 0xFFFF);
    int effect = (flags & ActionFingerprint.SHOWS_PAGE) != 0 ? PAGE : flags >>> 8 & 0xF;
    return epochs << 5 | effect << 1 | (flags & ActionFingerprint.SUCCESS);
  }

  private static int unpackFlags(int packed, int epoch) {
    boolean page = (packed >>> 1 & 0xF) == PAGE;
    int effect = page ? ToolEffect.EXEC.code() : ToolEffect.of(packed >>> 1 & 0xF).code();
    int kept = (packed & ActionFingerprint.SUCCESS) | (page ? ActionFingerprint.SHOWS_PAGE : 0);
    return (epoch - (packed >>> 5)) << 16 | effect << 8 | kept;
  }

  /**
   * Writes or reads the parts of a state that messages change. While a batch is open only the state
   * before it is packed, and its calls are counted again when it is unpacked; this form adds what
   * messages have changed since.
   */
  public void transferMessages(PackedForm form) {
    for (Counter counter : MESSAGE_COUNTERS) {
      set(counter, form.number(get(counter)));
    }
    lastMessage = form.key(lastMessage);
    retried = form.flag(retried);
  }
}
