package dev.statute.progress.internal.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writer of keys and small numbers into one array: the number of keys, the keys, then the numbers
 * in LEB128, four bytes to a cell. Most numbers of a tracker are below 128.
 */
public final class PackedWriter {
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Maximum size of a number in bytes. */
  private static final int MAX_NUMBER = 10;

  private int[] keys = new int[464];
  private int keyCount;
  private byte[] bytes = new byte[512];
  private int byteCount;

  public void key(int key) {
    if (keyCount == keys.length) {
      keys = Arrays.copyOf(keys, keyCount * 2);
    }
    keys[keyCount++] = key;
  }

  public void octet(int value) {
    ensureCapacity(1);
    bytes[byteCount++] = (byte) value;
  }

  /** Writes a number of 64 bits; a negative one takes ten bytes. */
  public void number(long value) {
    if (byteCount + MAX_NUMBER > bytes.length) {
      ensureCapacity(MAX_NUMBER);
    }
    if ((value & ~0x7FL) == 0) {
      bytes[byteCount++] = (byte) value;
    } else {
      large(value);
    }
  }

  private void large(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[byteCount++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[byteCount++] = (byte) rest;
  }

  /** Writes a number of 32 bits; a negative one takes five bytes. */
  public void number(int value) {
    number(value & 0xFFFFFFFFL);
  }

  public void flag(boolean value) {
    octet(value ? 1 : 0);
  }

  public void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    bytes(utf8, 0, utf8.length);
  }

  public void keys(int[] from, int start, int length) {
    if (keyCount + length > keys.length) {
      keys = Arrays.copyOf(keys, (keyCount + length) * 2);
    }
    System.arraycopy(from, start, keys, keyCount, length);
    keyCount += length;
  }

  /** Writes rows: their keys, the size of their numbers in bytes as 16 bits, and the numbers. */
  void rows(int[] cells, int size, int width, int keyColumns) {
    if (keyColumns == width) {
      keys(cells, 0, size * width);
      return;
    }
    for (int row = 0; row < size; row++) {
      keys(cells, row * width, keyColumns);
    }
    ensureCapacity(2 + size * (width - keyColumns) * 5);
    int start = byteCount;
    byteCount += 2;
    for (int row = 0, at = keyColumns; row < size; row++, at += width) {
      for (int column = 0; column < width - keyColumns; column++) {
        number(cells[at + column] & 0xFFFFFFFFL);
      }
    }
    int length = byteCount - start - 2;
    bytes[start] = (byte) length;
    bytes[start + 1] = (byte) (length >>> 8);
  }

  void bytes(byte[] from, int start, int end) {
    ensureCapacity(end - start);
    System.arraycopy(from, start, bytes, byteCount, end - start);
    byteCount += end - start;
  }

  private void ensureCapacity(int more) {
    if (byteCount + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, (byteCount + more) * 2);
    }
  }

  public int[] toCells() {
    ensureCapacity(Integer.BYTES);
    int numberCells = (byteCount + 3) / Integer.BYTES;
    for (int i = byteCount; i < numberCells * Integer.BYTES; i++) {
      bytes[i] = 0;
    }
    int[] cells = new int[1 + keyCount + numberCells];
    cells[0] = keyCount;
    System.arraycopy(keys, 0, cells, 1, keyCount);
    for (int i = 0; i < numberCells; i++) {
      cells[1 + keyCount + i] = (int) INTS.get(bytes, i * Integer.BYTES);
    }
    return cells;
  }
}
