package dev.statute.progress;

import java.util.Arrays;

/**
 * A short window of rows of numbers, oldest first. Of each row the first columns are keys, which
 * are any 32 bits; the others are small numbers, which a tracker at rest keeps in as few bytes as
 * they need. Confined to the counting of one record.
 *
 * <p>A window that became what another one is has the same array until it is written into: most
 * records write into few windows.
 */
final class IntTable {
  private static final int[] NOTHING = {};
  final int width;
  final int keys;
  private int[] cells = NOTHING;
  private int size;
  private boolean shared;

  IntTable(int width, int keys) {
    this.width = width;
    this.keys = keys;
  }

  /** Has these rows. */
  void have(int[] all, int rows) {
    cells = all;
    size = rows;
    shared = false;
  }

  /** Becomes what another one is, which must not change while this one is in use. */
  void take(IntTable other) {
    cells = other.cells;
    size = other.size;
    shared = true;
  }

  /** All rows, oldest first, and perhaps more; to be read, until the next change. */
  int[] cells() {
    return cells;
  }

  void write(PackedWriter out) {
    out.number(size);
    out.rows(cells, size, width, keys);
  }

  int size() {
    return size;
  }

  /** A cell of the row that many rows ago; the newest row is 0. */
  int at(int ago, int column) {
    return cells[(size - 1 - ago) * width + column];
  }

  void set(int ago, int column, int value) {
    own()[(size - 1 - ago) * width + column] = value;
  }

  /** A copy of a row. */
  int[] row(int ago) {
    int from = (size - 1 - ago) * width;
    return Arrays.copyOfRange(cells, from, from + width);
  }

  /** Sixty-four bits in two columns. */
  long longAt(int ago, int column) {
    return TextHash.pair(at(ago, column), at(ago, column + 1));
  }

  /** A new newest row; the oldest leave if there are more than {@code max}. */
  void add(int max, int... row) {
    int drop = Math.max(0, size - max + 1) * width;
    int end = size * width - drop;
    int[] into = cells;
    if (shared || into.length < end + width) {
      into = new int[shared ? end + width : 2 * end + width];
    }
    if (into != cells || drop > 0) {
      System.arraycopy(cells, drop, into, 0, end);
    }
    System.arraycopy(row, 0, into, end, width);
    have(into, end / width + 1);
  }

  void remove(int ago) {
    int from = (size - 1 - ago) * width;
    int[] all = own();
    System.arraycopy(all, from + width, all, from, ago * width);
    size--;
  }

  void clear() {
    have(NOTHING, 0);
  }

  /** How many rows ago the newest row is whose cell has the value; -1 if none has. */
  int find(int column, int value) {
    return width == 1 ? find(value) : findAmongOthers(column, value);
  }

  /**
   * By steps of one, which the machine does several of at once: the windows of one column are long.
   */
  private int find(int value) {
    int[] all = cells;
    for (int at = size - 1; at >= 0; at--) {
      if (all[at] == value) {
        return size - 1 - at;
      }
    }
    return -1;
  }

  private int findAmongOthers(int column, int value) {
    int[] all = cells;
    for (int at = (size - 1) * width + column, ago = 0; at >= 0; at -= width, ago++) {
      if (all[at] == value) {
        return ago;
      }
    }
    return -1;
  }

  /** The array, to be written into. */
  private int[] own() {
    if (shared) {
      have(Arrays.copyOf(cells, size * width), size);
    }
    return cells;
  }
}
