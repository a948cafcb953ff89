package dev.statute.progress.internal.finding;

import dev.statute.progress.internal.table.IntTable;

/** Ledger of open and cleared findings, by a key of pattern and identity. */
public final class FindingLedger {
  static final int MAX_OPEN = 16;
  static final int MAX_CLEARED = 8;
  private static final int MAX_ADVISED = 1 << 24;

  /** Columns of {@link #open}. */
  static final int KEY = 0;

  /** Count at which its advice was seen, level, and whether it held on the last record. */
  static final int STATUS = 1;

  /** Count at the last event. */
  static final int RAISED = 2;

  /** Discoveries of the tracker when the finding last held. */
  static final int DISCOVERIES = 3;

  /** Improvements of the tracker when the finding last held. */
  static final int IMPROVEMENTS = 4;

  public final IntTable open = new IntTable(5, 1);
  public final IntTable cleared = new IntTable(1, 1);

  public void clear() {
    open.clear();
    cleared.clear();
  }

  static int status(FindingLevel level, boolean held, int advised) {
    return Math.min(advised, MAX_ADVISED) << 3 | level.rank() << 1 | (held ? 1 : 0);
  }

  FindingLevel level(int ago) {
    return FindingLevel.of(open.at(ago, STATUS) >>> 1 & 3);
  }

  boolean held(int ago) {
    return (open.at(ago, STATUS) & 1) == 1;
  }

  /** Returns the count at which the agent had seen the advice of a finding; 0 if it has not. */
  int advised(int ago) {
    return open.at(ago, STATUS) >>> 3;
  }

  /** Requires that the advice of each open finding is given once more before a stop. */
  public void withdrawAdvice() {
    for (int ago = 0; ago < open.size(); ago++) {
      if (advised(ago) > 0 && level(ago) != FindingLevel.STOP) {
        open.set(ago, STATUS, status(level(ago), held(ago), 0));
      }
    }
  }
}
