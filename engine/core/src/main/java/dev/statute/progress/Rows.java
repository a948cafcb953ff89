package dev.statute.progress;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A short window of rows of numbers, oldest first. Of each row the first columns are keys, which
 * are any 32 bits; the others are small numbers, which a tracker at rest keeps in as few bytes as
 * they need. Confined to the counting of one record.
 *
 * <p>A window that was read from a tracker at rest is unpacked when somebody looks into it; most
 * records look into few.
 */
final class Rows {
  private static final int[] NOTHING = {};
  final int width;
  final int keys;
  private int[] cells = NOTHING;
  private int size;
  private @Nullable Unpacking source;
  private int keysFrom;
  private int numbersFrom;
  private int numbersTo;

  Rows(int width, int keys) {
    this.width = width;
    this.keys = keys;
  }

  /** Its rows are there, at these places; not unpacked yet. */
  void lie(Unpacking in, int rows, int keysStart, int numbersStart, int numbersEnd) {
    source = in;
    size = rows;
    keysFrom = keysStart;
    numbersFrom = numbersStart;
    numbersTo = numbersEnd;
  }

  /** Has these rows. */
  void have(int[] all, int rows) {
    cells = all;
    size = rows;
    source = null;
  }

  /** All rows, oldest first, and perhaps more; until the next change. */
  int[] cells() {
    Unpacking in = source;
    if (in != null) {
      source = null;
      cells = new int[(size + 1) * width]; // most windows that are looked into get one more
      in.unpack(cells, size, this, keysFrom, numbersFrom, numbersTo);
    }
    return cells;
  }

  /** Writes it, as it lies if nobody looked into it. */
  void write(Packing out) {
    Unpacking in = source;
    out.number(size);
    if (in != null) {
      in.copy(out, keysFrom, size * keys, numbersFrom, numbersTo);
    } else {
      out.rows(cells, size, width, keys);
    }
  }

  /** Becomes what another one is. */
  void take(Rows other) {
    cells = Arrays.copyOf(other.cells(), (other.size + 1) * width);
    size = other.size;
    source = null;
  }

  int size() {
    return size;
  }

  /** A cell of the row that many rows ago; the newest row is 0. */
  int at(int ago, int column) {
    return cells()[(size - 1 - ago) * width + column];
  }

  void set(int ago, int column, int value) {
    cells()[(size - 1 - ago) * width + column] = value;
  }

  /** A copy of a row. */
  int[] row(int ago) {
    int from = (size - 1 - ago) * width;
    return Arrays.copyOfRange(cells(), from, from + width);
  }

  /** Sixty-four bits in two columns. */
  long longAt(int ago, int column) {
    return Key.pair(at(ago, column), at(ago, column + 1));
  }

  /** A new newest row; the oldest leaves if there are more than {@code max}. */
  void add(int max, int... row) {
    int[] all = cells();
    if (size >= max) {
      int drop = size - max + 1;
      System.arraycopy(all, drop * width, all, 0, (size - drop) * width);
      size -= drop;
    }
    int at = size * width;
    if (all.length < at + width) {
      all = Arrays.copyOf(all, at + 2 * width);
      cells = all;
    }
    size++;
    System.arraycopy(row, 0, all, at, width);
  }

  void remove(int ago) {
    int from = (size - 1 - ago) * width;
    System.arraycopy(cells(), from + width, cells(), from, ago * width);
    size--;
  }

  void clear() {
    source = null;
    size = 0;
  }

  /** How many rows ago the newest row is whose cell has the value; -1 if none has. */
  int find(int column, int value) {
    int[] all = cells();
    for (int at = (size - 1) * width + column, ago = 0; at >= 0; at -= width, ago++) {
      if (all[at] == value) {
        return ago;
      }
    }
    return -1;
  }
}
