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
record Step(
    int action,
    int outcome,
    int answer,
    int tool,
    int file,
    int error,
    int errorClass,
    int content,
    Effect effect,
    int marks,
    int failedTests,
    long record,
    long at)
    implements Comparable<Step> {
  static final int SUCCESS = 1;

  /** The result says that there is nothing. */
  static final int EMPTY = 2;

  /** Its arguments say what it does, so that two equal ones are the same action. */
  static final int TELLING = 4;

  /** Nobody saw the result. */
  static final int UNRESOLVED = 8;

  /** A person refused it. */
  static final int DENIED = 16;

  static final int WIDTH = 8;

  boolean is(int mark) {
    return (marks & mark) != 0;
  }

  boolean failed() {
    return !is(SUCCESS);
  }

  /** An order by what was done and came of it, not by when: equal steps are the same evidence. */
  @Override
  public int compareTo(Step other) {
    long[] mine = row();
    long[] others = other.row();
    for (int column : new int[] {0, 1, 2, 3, 4, 7}) {
      int order = Long.compare(mine[column], others[column]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  long[] row() {
    return new long[] {
      Key.pair(action, outcome),
      Key.pair(tool, file),
      Key.pair(error, errorClass),
      Key.pair(content, (effect.code() << 8) | marks),
      failedTests,
      record,
      at,
      answer
    };
  }

  static Step of(Rows rows, int ago) {
    int kind = Key.low(rows.at(ago, 3));
    return new Step(
        Key.high(rows.at(ago, 0)),
        Key.low(rows.at(ago, 0)),
        (int) rows.at(ago, 7),
        Key.high(rows.at(ago, 1)),
        Key.low(rows.at(ago, 1)),
        Key.high(rows.at(ago, 2)),
        Key.low(rows.at(ago, 2)),
        Key.high(rows.at(ago, 3)),
        Effect.of(kind >>> 8),
        kind & 0xFF,
        (int) rows.at(ago, 4),
        rows.at(ago, 5),
        rows.at(ago, 6));
  }
}
