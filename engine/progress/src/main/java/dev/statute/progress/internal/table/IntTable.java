package dev.statute.progress.internal.table;

import dev.statute.progress.internal.text.TextHash;
import java.util.Arrays;

/**
 * Window of rows of numbers, oldest first. The first columns are keys of any 32 bits; the others
 * are small numbers, which are packed into as few bytes as they need. Confined to the counting of
 * one record.
 *
 * <p>Copies share the array until they are changed, since most records change few windows.
 */
public final class IntTable {
  private static final int[] EMPTY = {};
  public final int width;
  final int keys;
  int[] cells = EMPTY;
  int size;
  private boolean shared;

  public IntTable(int width, int keys) {
    this.width = width;
    this.keys = keys;
  }

  /** Replaces all rows; the array is owned from now on. */
  public void replaceRows(int[] all, int rows) {
    cells = all;
    size = rows;
    shared = false;
  }

  /** Becomes a copy of another table, which must not change while this one is in use. */
  public void copyFrom(IntTable other) {
    cells = other.cells;
    size = other.size;
    shared = true;
  }

  /**
   * Returns the rows, oldest first, perhaps in a longer array; for reading until the next change.
   */
  public int[] cells() {
    return cells;
  }

  public int size() {
    return size;
  }

  /** Returns a cell of a row; the newest row is 0. */
  public int at(int ago, int column) {
    return cells[(size - 1 - ago) * width + column];
  }

  public void set(int ago, int column, int value) {
    writableCells()[(size - 1 - ago) * width + column] = value;
  }

  /** Returns a copy of a row. */
  public int[] row(int ago) {
    int from = (size - 1 - ago) * width;
    return Arrays.copyOfRange(cells, from, from + width);
  }

  /** Returns 64 bits from two columns. */
  public long longAt(int ago, int column) {
    return TextHash.pair(at(ago, column), at(ago, column + 1));
  }

  /** Adds a newest row and drops the oldest rows beyond {@code max}. */
  public void add(int max, int... row) {
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
    replaceRows(into, end / width + 1);
  }

  /** Adds a newest row in place of another one, if {@code ago} is not negative. */
  public void replace(int ago, int max, int... row) {
    if (ago >= 0) {
      remove(ago);
    }
    add(max, row);
  }

  public void remove(int ago) {
    int from = (size - 1 - ago) * width;
    int[] all = writableCells();
    System.arraycopy(all, from + width, all, from, ago * width);
    size--;
  }

  public void clear() {
    replaceRows(EMPTY, 0);
  }

  /** Returns the index, from the newest, of the newest row with a value in a column; -1 if none. */
  public int find(int column, int value) {
    return width == 1 ? findInOnlyColumn(value) : findInColumn(column, value);
  }

  /** Search with a stride of one, which is vectorized; the windows of one column are long. */
  private int findInOnlyColumn(int value) {
    int[] all = cells;
    for (int at = size - 1; at >= 0; at--) {
      if (all[at] == value) {
        return size - 1 - at;
      }
    }
    return -1;
  }

  private int findInColumn(int column, int value) {
    int[] all = cells;
    for (int at = (size - 1) * width + column, ago = 0; at >= 0; at -= width, ago++) {
      if (all[at] == value) {
        return ago;
      }
    }
    return -1;
  }

  /** Returns the array for writing, unshared. */
  private int[] writableCells() {
    if (shared) {
      replaceRows(Arrays.copyOf(cells, size * width), size);
    }
    return cells;
  }
}
