package dev.statute.progress.internal.finding;

import dev.statute.progress.internal.table.IntTable;

/** Ledger of open and cleared findings, by a key of pattern and identity. */
public final class FindingLedger {
  static final int MAX_OPEN = 16;
  static final int MAX_CLEARED = 8;

  /** Columns of {@link #open}. */
  static final int KEY = 0;

  /** Level, and whether the finding held on the last record. */
  static final int LEVEL_HELD = 1;

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

  static int cell(FindingLevel level, boolean held) {
    return level.rank() << 1 | (held ? 1 : 0);
  }

  FindingLevel level(int ago) {
    return FindingLevel.of(open.at(ago, LEVEL_HELD) >>> 1);
  }

  boolean held(int ago) {
    return (open.at(ago, LEVEL_HELD) & 1) == 1;
  }
}
