package dev.statute.progress;

import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link PackedWriter} wrote.
 *
 * <p>What did not come from there ends in an {@link IllegalArgumentException} or an {@link
 * IndexOutOfBoundsException}, and never asks for more memory than it takes itself.
 */
final class PackedReader {
  private final int[] cells;
  private final byte[] bytes;
  private final int ends;
  private int key = 1;
  private int at;

  PackedReader(int[] cells) {
    this.cells = cells;
    ends = 1 + cells[0];
    if (ends < 1 || ends > cells.length) {
      throw new IllegalArgumentException("a tracker cannot have " + cells[0] + " keys");
    }
    bytes = new byte[(cells.length - ends) * Integer.BYTES];
    for (int i = ends; i < cells.length; i++) {
      PackedWriter.INTS.set(bytes, (i - ends) * Integer.BYTES, cells[i]);
    }
  }

  int key() {
    if (key >= ends) {
      throw new IllegalArgumentException("a tracker lacks keys");
    }
    return cells[key++];
  }

  int octet() {
    return bytes[at++] & 0xFF;
  }

  int number() {
    int first = bytes[at++];
    return first >= 0 ? first : (int) rest(first & 0xFF);
  }

  long large() {
    int first = bytes[at++];
    return first >= 0 ? first : rest(first & 0xFF);
  }

  private long rest(int first) {
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

  boolean flag() {
    return octet() == 1;
  }

  String text() {
    int length = size(bytes.length - at);
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  int[] keys() {
    int[] all = new int[size(ends - key)];
    System.arraycopy(cells, key, all, 0, all.length);
    key += all.length;
    return all;
  }

  /** How many rows of keys follow. */
  int size() {
    return size(ends - key);
  }

  private int size(int most) {
    int size = number();
    if (size < 0 || size > most) {
      throw new IllegalArgumentException("a tracker's window cannot have " + size + " entries");
    }
    return size;
  }

  /** A window: what {@link PackedWriter#rows} wrote. */
  void rows(IntTable rows) {
    int size = size(rows.keys == 0 ? bytes.length - at : (ends - key) / rows.keys);
    boolean numbered = rows.keys < rows.width;
    int length = numbered ? octet() | octet() << 8 : 0;
    int end = at + length;
    if (end > bytes.length || (numbered && length < size)) {
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
      throw new IllegalArgumentException("a tracker's window ends elsewhere than it says");
    }
    rows.have(into, size);
  }
}
