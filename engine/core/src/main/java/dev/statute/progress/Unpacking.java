package dev.statute.progress;

import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link Packing} wrote.
 *
 * <p>What did not come from there ends in an {@link IllegalArgumentException} or an {@link
 * IndexOutOfBoundsException}, and never asks for more memory than it takes itself.
 */
final class Unpacking {
  /** Before the numbers of a window stands in so many bytes how many they take. */
  private static final int LENGTH = 2;

  private final int[] cells;
  private final byte[] bytes;
  private final int ends;
  private int key = 1;
  private int at;

  Unpacking(int[] cells) {
    this.cells = cells;
    ends = 1 + cells[0];
    if (ends < 1 || ends > cells.length) {
      throw new IllegalArgumentException("a tracker cannot have " + cells[0] + " keys");
    }
    bytes = new byte[(cells.length - ends) * Integer.BYTES];
    for (int i = ends; i < cells.length; i++) {
      Packing.INTS.set(bytes, (i - ends) * Integer.BYTES, cells[i]);
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

  /** A window, to be unpacked when somebody looks into it. */
  void rows(Rows rows) {
    int size = size(rows.keys == 0 ? bytes.length - at : (ends - key) / rows.keys);
    int keysFrom = key;
    key += size * rows.keys;
    int numbers = at;
    if (rows.keys < rows.width) {
      int length = octet() | octet() << 8;
      at += length;
      if (at > bytes.length || length < size) {
        throw new IllegalArgumentException("a tracker lacks numbers");
      }
    }
    rows.lie(this, size, keysFrom, numbers, at);
  }

  void unpack(int[] into, int size, Rows rows, int keysFrom, int numbersFrom, int numbersTo) {
    if (rows.keys == rows.width) {
      System.arraycopy(cells, keysFrom, into, 0, size * rows.width);
      return;
    }
    int end = at;
    at = numbersFrom + LENGTH;
    for (int row = 0, start = 0; row < size; row++, start += rows.width) {
      System.arraycopy(cells, keysFrom + row * rows.keys, into, start, rows.keys);
      for (int column = rows.keys; column < rows.width; column++) {
        into[start + column] = number();
      }
    }
    if (at != numbersTo) {
      throw new IllegalArgumentException("a tracker's window ends elsewhere than it says");
    }
    at = end;
  }

  void copy(Packing out, int keysFrom, int count, int numbersFrom, int numbersTo) {
    out.keys(cells, keysFrom, count);
    out.bytes(bytes, numbersFrom, numbersTo);
  }
}
