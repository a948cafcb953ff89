package dev.statute.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes keys and small numbers into one array: first how many keys there are, then the keys, then
 * the numbers, four bytes to a cell. Numbers are written by 7 bits, least first, as in LEB128; most
 * of a tracker's are below 128.
 */
final class PackedWriter {
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** The most bytes that a number takes. */
  private static final int WIDEST = 10;

  private int[] keys = new int[464];
  private int keyed;
  private byte[] bytes = new byte[512];
  private int written;

  void key(int key) {
    if (keyed == keys.length) {
      keys = Arrays.copyOf(keys, keyed * 2);
    }
    keys[keyed++] = key;
  }

  void octet(int value) {
    room(1);
    bytes[written++] = (byte) value;
  }

  /** A number of 64 bits; a negative one takes ten bytes. */
  void number(long value) {
    if (written + WIDEST > bytes.length) {
      room(WIDEST);
    }
    if ((value & ~0x7FL) == 0) {
      bytes[written++] = (byte) value;
    } else {
      large(value);
    }
  }

  private void large(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[written++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[written++] = (byte) rest;
  }

  /** A number of 32 bits; a negative one takes five bytes. */
  void number(int value) {
    number(value & 0xFFFFFFFFL);
  }

  void flag(boolean value) {
    octet(value ? 1 : 0);
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    bytes(utf8, 0, utf8.length);
  }

  void keys(int[] from, int start, int length) {
    if (keyed + length > keys.length) {
      keys = Arrays.copyOf(keys, (keyed + length) * 2);
    }
    System.arraycopy(from, start, keys, keyed, length);
    keyed += length;
  }

  /** The rows of a window: keys, then how many bytes the numbers take, then these. */
  void rows(int[] cells, int size, int width, int keyColumns) {
    if (keyColumns == width) {
      keys(cells, 0, size * width);
      return;
    }
    for (int row = 0; row < size; row++) {
      keys(cells, row * width, keyColumns);
    }
    room(2 + size * (width - keyColumns) * 5);
    int start = written;
    written += 2;
    for (int row = 0, at = keyColumns; row < size; row++, at += width) {
      for (int column = 0; column < width - keyColumns; column++) {
        number(cells[at + column] & 0xFFFFFFFFL);
      }
    }
    int length = written - start - 2;
    bytes[start] = (byte) length;
    bytes[start + 1] = (byte) (length >>> 8);
  }

  /** Bytes as they are. */
  void bytes(byte[] from, int start, int end) {
    room(end - start);
    System.arraycopy(from, start, bytes, written, end - start);
    written += end - start;
  }

  private void room(int more) {
    if (written + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, (written + more) * 2);
    }
  }

  int[] done() {
    room(Integer.BYTES);
    int wide = (written + 3) / Integer.BYTES;
    for (int i = written; i < wide * Integer.BYTES; i++) {
      bytes[i] = 0;
    }
    int[] cells = new int[1 + keyed + wide];
    cells[0] = keyed;
    System.arraycopy(keys, 0, cells, 1, keyed);
    for (int i = 0; i < wide; i++) {
      cells[1 + keyed + i] = (int) INTS.get(bytes, i * Integer.BYTES);
    }
    return cells;
  }
}
