package dev.statute.progress;

/**
 * What was already said about loops, so that one loop is one story. Open findings and those that
 * were cleared are remembered by a key of (pattern, identity).
 */
final class FindingLedger {
  static final int MOST = 16;
  static final int CLEARED = 8;

  /** Columns of {@link #open}. */
  static final int KEY = 0;

  /** The level, and whether it held on the last record. */
  static final int LEVEL_HELD = 1;

  /** The count when it was last raised. */
  static final int RAISED = 2;

  /** The tracker's gains when it last held. */
  static final int NEWS = 3;

  static final int IMPROVEMENTS = 4;

  final IntTable open = new IntTable(5, 1);
  final IntTable cleared = new IntTable(1, 1);

  void clear() {
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
