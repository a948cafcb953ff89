package dev.statute.progress.internal.call;

import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.text.IdWords;
import dev.statute.progress.internal.text.TextHash;

/**
 * Fingerprint of a tool call: keys and flags without text.
 *
 * @param key key of the action
 * @param outcome key of the failing set for tests, of the page for pages, else the answer
 * @param answer key of the masked result
 * @param content key of the file's content after the call; 0 if unknown
 * @param errorClass 0 if the call succeeded or the class tells nothing
 * @param failedTests -1 if unknown
 * @param place key of the file of which lines were shown; 0 if none are known
 * @param from first line that was shown
 * @param to last line that was shown
 * @param ids result by its words that look like ids
 * @param record number of the record
 * @param at instance clock, or the clock of polls, in milliseconds
 */
public record ActionFingerprint(
    int key,
    int outcome,
    int answer,
    int tool,
    int file,
    int error,
    int errorClass,
    int content,
    ToolEffect effect,
    int flags,
    int failedTests,
    int place,
    int from,
    int to,
    IdWords ids,
    long record,
    long at)
    implements Comparable<ActionFingerprint> {
  public static final int SUCCESS = 1;

  /** The result is empty, or says that nothing was found. */
  public static final int EMPTY = 2;

  /** The arguments identify the action, so that two calls with equal ones are the same action. */
  public static final int HAS_ARGUMENTS = 4;

  /** The result is unknown. */
  public static final int UNRESOLVED = 8;

  /** A person refused the call. */
  public static final int DENIED = 16;

  /** The call asks nothing and its result is a few words, perhaps only an acknowledgement. */
  public static final int BRIEF = 32;

  /** The result reports an error or refuses, though the call is declared a success. */
  public static final int COMPLAINS = 64;

  /** The outcome is the page that the result shows; other text of the result does not count. */
  public static final int SHOWS_PAGE = 128;

  /** A tool notes a thought or a plan, or asks a person; the words of a shell's echo do not. */
  public static final int PLANS = 256;

  /** The log says that the call failed; of others only the text of the result tells. */
  public static final int STATED_FAILURE = 512;

  /** Class of errors of a container, sandbox or browser that no longer exists. */
  public static final int ENVIRONMENT_GONE = TextHash.key32(ErrorClassifier.ENVIRONMENT);

  /** Width of a row: keys, then numbers. */
  public static final int WIDTH = 22;

  public static final int KEYS = 14;

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public boolean failed() {
    return !has(SUCCESS);
  }

  ActionFingerprint withEffect(ToolEffect other) {
    return with(outcome, other);
  }

  /** Returns the same call with its whole answer as outcome. */
  public ActionFingerprint withAnswerAsOutcome() {
    return with(answer, effect);
  }

  private ActionFingerprint with(int newOutcome, ToolEffect newEffect) {
    return new ActionFingerprint(
        key,
        newOutcome,
        answer,
        tool,
        file,
        error,
        errorClass,
        content,
        newEffect,
        flags,
        failedTests,
        place,
        from,
        to,
        ids,
        record,
        at);
  }

  /** Compares action and result, not time: equal calls of a batch are one piece of evidence. */
  @Override
  public int compareTo(ActionFingerprint other) {
    int order = comparePairs(key, outcome, other.key, other.outcome);
    order = order != 0 ? order : comparePairs(tool, file, other.tool, other.file);
    order = order != 0 ? order : comparePairs(error, errorClass, other.error, other.errorClass);
    order = order != 0 ? order : comparePairs(content, kind(), other.content, other.kind());
    order = order != 0 ? order : Integer.compare(failedTests, other.failedTests);
    return order != 0 ? order : Integer.compare(answer, other.answer);
  }

  private static int comparePairs(int high, int low, int otherHigh, int otherLow) {
    return Long.compare(TextHash.pair(high, low), TextHash.pair(otherHigh, otherLow));
  }

  private int kind() {
    return (effect.code() << 16) | flags;
  }

  public int[] toRow() {
    return new int[] {
      key,
      outcome,
      answer,
      tool,
      file,
      error,
      errorClass,
      content,
      place,
      ids.frame(),
      TextHash.high(ids.sum()),
      TextHash.low(ids.sum()),
      TextHash.high(ids.weighted()),
      TextHash.low(ids.weighted()),
      kind(),
      failedTests + 1,
      from,
      to,
      ids.count(),
      (int) record,
      TextHash.high(at),
      TextHash.low(at)
    };
  }

  public static ActionFingerprint fromRow(IntTable rows, int ago) {
    int[] row = rows.row(ago);
    return new ActionFingerprint(
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        row[7],
        ToolEffect.of(row[14] >>> 16),
        row[14] & 0xFFFF,
        row[15] - 1,
        row[8],
        row[16],
        row[17],
        new IdWords(
            row[9], row[18], TextHash.pair(row[10], row[11]), TextHash.pair(row[12], row[13])),
        row[19],
        TextHash.pair(row[20], row[21]));
  }

  /** Returns whether the call worked, as a call that gets on with the work. */
  public boolean works() {
    return switch (effect) {
      case THINK, MSG, POLL, CLOCK, FORMAT -> false;
      default -> !failed() && !has(UNRESOLVED);
    };
  }

  /**
   * Returns whether the call is said to have failed. A failed test is a result, as are a status
   * that is not reached and a search that finds nothing; replies that do not parse are no calls.
   */
  public boolean isStatedFailure() {
    boolean stated = has(STATED_FAILURE) && !has(UNRESOLVED);
    return switch (effect) {
      case TEST, POLL, CLOCK, FORMAT -> false;
      case READ, SEARCH, PAGE -> stated && !has(EMPTY);
      default -> stated;
    };
  }
}
