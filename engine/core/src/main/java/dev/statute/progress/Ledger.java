package dev.statute.progress;

/**
 * What was already said about loops, so that one loop is one story. Open findings and those that
 * were cleared are remembered by a key of (pattern, identity).
 *
 * @param open per finding: key; level and whether it held on the last record; the count when it was
 *     last raised; the tracker's gains when it last held
 * @param cleared keys of findings that were cleared
 */
record Ledger(Rows open, Rows cleared) {
  static final int WIDTH = 4;
  static final int MOST = 16;
  static final int KEY = 0;
  static final int LEVEL_HELD = 1;
  static final int RAISED = 2;
  static final int GAINS = 3;
  static final Ledger EMPTY = new Ledger(Rows.empty(WIDTH), Rows.empty(1));
}
