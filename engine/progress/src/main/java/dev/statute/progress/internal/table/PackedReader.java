package dev.statute.progress.internal.table;

import java.nio.charset.StandardCharsets;

/**
 * Reader of the packed form that {@link PackedWriter} writes. Other input causes an {@link
 * IllegalArgumentException} or {@link IndexOutOfBoundsException}, and never allocates more memory
 * than the input takes.
 */
public final class PackedReader {
  private final int[] cells;
  private final byte[] bytes;
  private final int keysEnd;
  private int key = 1;
  private int at;

  public PackedReader(int[] cells) {
    this.cells = cells;
    keysEnd = 1 + cells[0];
    if (keysEnd < 1 || keysEnd > cells.length) {
      throw new IllegalArgumentException("a tracker cannot have " + cells[0] + " keys");
    }
    bytes = new byte[(cells.length - keysEnd) * Integer.BYTES];
    for (int i = keysEnd; i < cells.length; i++) {
      PackedWriter.INTS.set(bytes, (i - keysEnd) * Integer.BYTES, cells[i]);
    }
  }

  public int key() {
    if (key >= keysEnd) {
      throw new IllegalArgumentException("a tracker lacks keys");
    }
    return cells[key++];
  }

  public int octet() {
    return bytes[at++] & 0xFF;
  }

  public int number() {
    int first = bytes[at++];
    return first >= 0 ? first : (int) largeFrom(first & 0xFF);
  }

  public long large() {
    int first = bytes[at++];
    return first >= 0 ? first : largeFrom(first & 0xFF);
  }

  private long largeFrom(int first) {
    long value = first & 0x7F;
    for (int shift = 7; shift < 64; shift += 7) {
      int next = octet();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a tracker has a number that does not end");
  }

  public boolean flag() {
    return octet() == 1;
  }

  public String text() {
    int length = size(bytes.length - at);
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  public int[] keys() {
    int[] all = new int[size(keysEnd - key)];
    System.arraycopy(cells, key, all, 0, all.length);
    key += all.length;
    return all;
  }

  /** Reads a number of rows of keys. */
  public int size() {
    return size(keysEnd - key);
  }

  private int size(int max) {
    int size = number();
    if (size < 0 || size > max) {
      throw new IllegalArgumentException("a tracker's window cannot have " + size + " entries");
    }
    return size;
  }

  /** Reads the rows of a table; see {@link PackedWriter#rows}. */
  public void rows(IntTable rows) {
    int size = size(rows.keys == 0 ? bytes.length - at : (keysEnd - key) / rows.keys);
    boolean hasNumbers = rows.keys < rows.width;
    int length = hasNumbers ? octet() | octet() << 8 : 0;
    int end = at + length;
    if (end > bytes.length || (hasNumbers && length < size)) {
      throw new IllegalArgumentException("a tracker lacks numbers");
    }
    int[] into = new int[size * rows.width];
    for (int start = 0; start < into.length; start += rows.width) {
      System.arraycopy(cells, key, into, start, rows.keys);
      key += rows.keys;
      for (int column = rows.keys; column < rows.width; column++) {
        into[start + column] = number();
      }
    }
    if (at != end) {
      throw new IllegalArgumentException("a tracker's window keysEnd elsewhere than it says");
    }
    rows.replaceRows(into, size);
  }
}
