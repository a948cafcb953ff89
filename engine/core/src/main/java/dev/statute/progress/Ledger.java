package dev.statute.progress;

/**
 * What was already said about loops, so that one loop is one story. Open findings and those that
 * were cleared are remembered by a key of (pattern, identity).
 *
 * @param open per finding: key; level, whether it held on the last record, and the count when it
 *     was last raised; the tracker's gains when it last held
 * @param cleared keys of findings that were cleared
 */
record Ledger(Rows open, Rows cleared) {
  static final int WIDTH = 3;
  static final int MOST = 16;
  static final int KEY = 0;
  static final int LEVEL_HELD_RAISED = 1;
  static final int GAINS = 2;

  static long cell(int level, boolean held, int raised) {
    return Key.pair(level << 1 | (held ? 1 : 0), raised);
  }

  static int level(long cell) {
    return Key.high(cell) >>> 1;
  }

  static boolean held(long cell) {
    return (Key.high(cell) & 1) == 1;
  }

  static int raised(long cell) {
    return Key.low(cell);
  }

  static final Ledger EMPTY = new Ledger(Rows.empty(WIDTH), Rows.empty(1));
}
