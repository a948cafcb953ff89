package dev.statute.progress.internal.count;

import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.table.IntTable;

/**
 * Lines of files that were read since the last change, as disjoint intervals: a file that is paged
 * through again, or by a few new lines at a time, gives a new text with each call, but nothing new.
 */
final class ReadCoverage {
  /** Maximum number of intervals. */
  private static final int INTERVALS = 32;

  /** A read brings something if at least one in so many of its lines is new. */
  private static final int NEW_LINES = 5;

  private ReadCoverage() {}

  /** Creates an empty table: file, first line, last line. */
  static IntTable newTable() {
    return new IntTable(3, 1);
  }

  /** Adds the lines that an action showed; returns whether enough of them are new. */
  static boolean add(IntTable table, ActionFingerprint action) {
    int place = action.place();
    int from = action.from();
    int to = action.to();
    int fresh = to - from + 1;
    int first = from;
    int last = to;
    for (int ago = table.size() - 1; ago >= 0; ago--) {
      int low = table.at(ago, 1);
      int high = table.at(ago, 2);
      if (table.at(ago, 0) == place && low <= to + 1 && high >= from - 1) {
        fresh -= Math.max(0, Math.min(high, to) - Math.max(low, from) + 1);
        first = Math.min(first, low);
        last = Math.max(last, high);
        table.remove(ago);
      }
    }
    table.add(INTERVALS, place, first, last);
    return fresh * NEW_LINES >= to - from + 1;
  }
}
