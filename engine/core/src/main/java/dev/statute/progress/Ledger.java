package dev.statute.progress;

/**
 * What was already said about loops, so that one loop is one story. Open findings and those that
 * were cleared are remembered by a key of (pattern, identity).
 */
final class Ledger {
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

  final Rows open = new Rows(5, 1);
  final Rows cleared = new Rows(1, 1);

  void clear() {
    open.clear();
    cleared.clear();
  }

  static int cell(Level level, boolean held) {
    return level.rank() << 1 | (held ? 1 : 0);
  }

  Level level(int ago) {
    return Level.of(open.at(ago, LEVEL_HELD) >>> 1);
  }

  boolean held(int ago) {
    return (open.at(ago, LEVEL_HELD) & 1) == 1;
  }
}
