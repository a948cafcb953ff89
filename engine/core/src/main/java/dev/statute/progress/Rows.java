package dev.statute.progress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * A short window of rows of 64-bit cells, oldest first. Immutable: adding copies, which for the
 * sizes used here costs less than the garbage of a cleverer structure.
 */
final class Rows {
  private final int width;
  private final long[] cells;

  /** Takes rows of that many cells. The array must not change any more. */
  Rows(int width, long[] cells) {
    this.width = width;
    this.cells = cells;
  }

  static Rows empty(int width) {
    return new Rows(width, new long[0]);
  }

  int size() {
    return cells.length / width;
  }

  /** A cell of the row that many rows ago; the newest row is 0. */
  long at(int ago, int column) {
    return cells[cells.length - (ago + 1) * width + column];
  }

  /** The window with a new newest row; the oldest ones leave if there are more than {@code max}. */
  Rows with(int max, long... row) {
    int keep = Math.min(size(), max - 1) * width;
    long[] next = new long[keep + width];
    System.arraycopy(cells, cells.length - keep, next, 0, keep);
    System.arraycopy(row, 0, next, keep, width);
    return new Rows(width, next);
  }

  /** The window with one cell changed. */
  Rows set(int ago, int column, long value) {
    long[] next = cells.clone();
    next[cells.length - (ago + 1) * width + column] = value;
    return new Rows(width, next);
  }

  /** The window with a row moved to the newest place. */
  Rows renew(int ago) {
    int from = cells.length - (ago + 1) * width;
    return without(ago).with(size(), Arrays.copyOfRange(cells, from, from + width));
  }

  Rows without(int ago) {
    int from = cells.length - (ago + 1) * width;
    long[] next = new long[cells.length - width];
    System.arraycopy(cells, 0, next, 0, from);
    System.arraycopy(cells, from + width, next, from, next.length - from);
    return new Rows(width, next);
  }

  long[] cells() {
    return cells.clone();
  }

  /** How many rows ago the newest row is whose cell has the value; -1 if none has. */
  int find(int column, long value) {
    for (int ago = 0; ago < size(); ago++) {
      if (at(ago, column) == value) {
        return ago;
      }
    }
    return -1;
  }

  /** All cells, big-endian, in unpadded base 64. */
  String encoded() {
    ByteBuffer bytes = ByteBuffer.allocate(cells.length * Long.BYTES);
    bytes.asLongBuffer().put(cells);
    return Base64.getEncoder().withoutPadding().encodeToString(bytes.array());
  }

  static Rows decoded(int width, String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length % (width * Long.BYTES) != 0) {
      throw new IllegalArgumentException(
          "a window of " + width + " cells a row cannot have " + bytes.length + " bytes");
    }
    long[] cells = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(cells);
    return new Rows(width, cells);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rows rows && rows.width == width && Arrays.equals(rows.cells, cells);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(cells);
  }
}
