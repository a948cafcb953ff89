package dev.statute.progress;

/**
 * A tool call as loops see it: keys and marks, no text.
 *
 * @param outcome key of what came of it: of the failing set for tests, of the page for pages, of
 *     the result without volatile parts otherwise
 * @param answer key of the result without volatile parts
 * @param content key of the file's content after it; 0 if unknown
 * @param errorClass 0 if it succeeded or the class says nothing
 * @param failedTests -1 if unknown
 * @param at instance clock, or the clock of polls, in milliseconds
 */
record ActionFingerprint(
    int action,
    int outcome,
    int answer,
    int tool,
    int file,
    int error,
    int errorClass,
    int content,
    ToolEffect effect,
    int marks,
    int failedTests,
    long record,
    long at)
    implements Comparable<ActionFingerprint> {
  static final int SUCCESS = 1;

  /** The result says that there is nothing. */
  static final int EMPTY = 2;

  /** Its arguments say what it does, so that two equal ones are the same action. */
  static final int TELLING = 4;

  /** Nobody saw the result. */
  static final int UNRESOLVED = 8;

  /** A person refused it. */
  static final int DENIED = 16;

  /** Nothing was asked, and a few words came back: they may say no more than that it was done. */
  static final int BRIEF = 32;

  /** The result says that something went wrong, though the call is said to have succeeded. */
  static final int COMPLAINS = 64;

  /** The outcome is the page that the result shows, whatever else it says. */
  static final int SHOWN = 128;

  /** As a row: keys, then numbers. */
  static final int WIDTH = 13;

  static final int KEYS = 8;

  boolean is(int mark) {
    return (marks & mark) != 0;
  }

  /** The same, as another kind of work. */
  ActionFingerprint as(ToolEffect other) {
    return with(outcome, other);
  }

  /** The same, of which all that the result says came. */
  ActionFingerprint inFull() {
    return with(answer, effect);
  }

  private ActionFingerprint with(int result, ToolEffect other) {
    return new ActionFingerprint(
        action,
        result,
        answer,
        tool,
        file,
        error,
        errorClass,
        content,
        other,
        marks,
        failedTests,
        record,
        at);
  }

  boolean failed() {
    return !is(SUCCESS);
  }

  /** An order by what was done and came of it, not by when: equal steps are the same evidence. */
  @Override
  public int compareTo(ActionFingerprint other) {
    int order =
        Long.compare(TextHash.pair(action, outcome), TextHash.pair(other.action, other.outcome));
    order =
        order != 0
            ? order
            : Long.compare(TextHash.pair(tool, file), TextHash.pair(other.tool, other.file));
    order =
        order != 0
            ? order
            : Long.compare(
                TextHash.pair(error, errorClass), TextHash.pair(other.error, other.errorClass));
    order =
        order != 0
            ? order
            : Long.compare(
                TextHash.pair(content, kind()), TextHash.pair(other.content, other.kind()));
    order = order != 0 ? order : Integer.compare(failedTests, other.failedTests);
    return order != 0 ? order : Integer.compare(answer, other.answer);
  }

  private int kind() {
    return (effect.code() << 8) | marks;
  }

  int[] row() {
    return new int[] {
      action,
      outcome,
      answer,
      tool,
      file,
      error,
      errorClass,
      content,
      kind(),
      failedTests + 1,
      (int) record,
      TextHash.high(at),
      TextHash.low(at)
    };
  }

  static ActionFingerprint of(IntTable rows, int ago) {
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
        ToolEffect.of(row[8] >>> 8),
        row[8] & 0xFF,
        row[9] - 1,
        row[10],
        TextHash.pair(row[11], row[12]));
  }
}
