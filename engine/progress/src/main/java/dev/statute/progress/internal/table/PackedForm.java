package dev.statute.progress.internal.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Packed form of a state, as one array: the number of keys, the keys, then small numbers in LEB128,
 * four bytes to a cell. Most numbers of a tracker are below 128.
 *
 * <p>A form is either written or read. Each method takes the value of a part and returns it; while
 * a form is read, it ignores the given value and returns that of the form. So the code of a state
 * names each part once, for both directions.
 *
 * <p>A form that cannot be read causes an {@link IllegalArgumentException} or {@link
 * IndexOutOfBoundsException}, and never allocates more memory than it takes itself.
 */
public final class PackedForm {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Maximum size of a number in bytes. */
  private static final int MAX_NUMBER = 10;

  private final boolean reads;

  /** Keys, after a cell for their number; all cells of a form that is read. */
  private int[] keys;

  private int nextKey = 1;

  /** End of the keys of a form that is read. */
  private final int keysEnd;

  private byte[] bytes;
  private int nextByte;

  /** Starts a form that is written. */
  public PackedForm() {
    reads = false;
    keys = new int[464];
    keysEnd = 0;
    bytes = new byte[512];
  }

  /** Starts to read a form. */
  public PackedForm(int[] cells) {
    reads = true;
    keys = cells;
    keysEnd = 1 + cells[0];
    if (keysEnd < 1 || keysEnd > cells.length) {
      throw new IllegalArgumentException("a tracker cannot have " + cells[0] + " keys");
    }
    bytes = new byte[(cells.length - keysEnd) * Integer.BYTES];
    for (int i = keysEnd; i < cells.length; i++) {
      INTS.set(bytes, (i - keysEnd) * Integer.BYTES, cells[i]);
    }
  }

  /** Returns whether the form is read. */
  public boolean reads() {
    return reads;
  }

  public int key(int value) {
    if (reads) {
      if (nextKey >= keysEnd) {
        throw new IllegalArgumentException("a tracker lacks keys");
      }
      return keys[nextKey++];
    }
    if (nextKey == keys.length) {
      keys = Arrays.copyOf(keys, nextKey * 2);
    }
    keys[nextKey++] = value;
    return value;
  }

  public int octet(int value) {
    if (reads) {
      return bytes[nextByte++] & 0xFF;
    }
    ensureBytes(1);
    bytes[nextByte++] = (byte) value;
    return value;
  }

  public boolean flag(boolean value) {
    return octet(value ? 1 : 0) == 1;
  }

  /** Passes a number of 32 bits; a negative one takes five bytes. */
  public int number(int value) {
    return (int) number(value & 0xFFFFFFFFL);
  }

  /** Passes a number of 64 bits; a negative one takes ten bytes. */
  public long number(long value) {
    if (reads) {
      int first = bytes[nextByte++];
      return first >= 0 ? first : readLarge(first & 0x7F);
    }
    if (nextByte + MAX_NUMBER > bytes.length) {
      ensureBytes(MAX_NUMBER);
    }
    if ((value & ~0x7FL) == 0) {
      bytes[nextByte++] = (byte) value;
    } else {
      writeLarge(value);
    }
    return value;
  }

  private long readLarge(long first) {
    long value = first;
    for (int shift = 7; shift < 64; shift += 7) {
      int next = bytes[nextByte++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a tracker has a number that does not end");
  }

  private void writeLarge(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[nextByte++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[nextByte++] = (byte) rest;
  }

  public String text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    int length = size(utf8.length, bytes.length - nextByte);
    if (!reads) {
      ensureBytes(length);
      System.arraycopy(utf8, 0, bytes, nextByte, length);
    }
    nextByte += length;
    return reads ? new String(bytes, nextByte - length, length, StandardCharsets.UTF_8) : value;
  }

  /** Passes keys with their number. */
  public int[] keys(int[] values) {
    int size = rowCount(values.length);
    if (!reads) {
      writeKeys(values, 0, size);
      return values;
    }
    nextKey += size;
    return Arrays.copyOfRange(keys, nextKey - size, nextKey);
  }

  /** Passes a number of rows with at least one key each. */
  public int rowCount(int rows) {
    return size(rows, keysEnd - nextKey);
  }

  private int size(int value, int max) {
    int size = number(value);
    if (reads && (size < 0 || size > max)) {
      throw new IllegalArgumentException("a tracker's window cannot have " + size + " entries");
    }
    return size;
  }

  /**
   * Passes the rows of a table: their number, their keys, and if there are other columns, the size
   * of these numbers in bytes as 16 bits, and the numbers.
   */
  public void rows(IntTable table) {
    if (reads) {
      readRows(table);
    } else {
      writeRows(table.cells, table.size, table.width, table.keys);
    }
  }

  private void readRows(IntTable table) {
    int width = table.width;
    int keyColumns = table.keys;
    int left = keyColumns == 0 ? bytes.length - nextByte : (keysEnd - nextKey) / keyColumns;
    int size = size(0, left);
    boolean hasNumbers = keyColumns < width;
    int length = hasNumbers ? octet(0) | octet(0) << 8 : 0;
    int end = nextByte + length;
    if (end > bytes.length || (hasNumbers && length < size)) {
      throw new IllegalArgumentException("a tracker lacks numbers");
    }
    int[] into = new int[size * width];
    for (int start = 0; start < into.length; start += width) {
      System.arraycopy(keys, nextKey, into, start, keyColumns);
      nextKey += keyColumns;
      for (int column = keyColumns; column < width; column++) {
        into[start + column] = number(0);
      }
    }
    if (nextByte != end) {
      throw new IllegalArgumentException("a tracker's window ends elsewhere than it says");
    }
    table.replaceRows(into, size);
  }

  private void writeRows(int[] cells, int size, int width, int keyColumns) {
    number(size);
    if (keyColumns == width) {
      writeKeys(cells, 0, size * width);
      return;
    }
    for (int row = 0; row < size; row++) {
      writeKeys(cells, row * width, keyColumns);
    }
    ensureBytes(2 + size * (width - keyColumns) * 5);
    int start = nextByte;
    nextByte += 2;
    for (int row = 0, at = keyColumns; row < size; row++, at += width) {
      for (int column = 0; column < width - keyColumns; column++) {
        number(cells[at + column]);
      }
    }
    int length = nextByte - start - 2;
    bytes[start] = (byte) length;
    bytes[start + 1] = (byte) (length >>> 8);
  }

  private void writeKeys(int[] from, int start, int length) {
    if (nextKey + length > keys.length) {
      keys = Arrays.copyOf(keys, (nextKey + length) * 2);
    }
    System.arraycopy(from, start, keys, nextKey, length);
    nextKey += length;
  }

  private void ensureBytes(int more) {
    if (nextByte + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, (nextByte + more) * 2);
    }
  }

  /** Returns the written form. */
  public int[] toCells() {
    ensureBytes(Integer.BYTES);
    Arrays.fill(bytes, nextByte, nextByte + Integer.BYTES - 1, (byte) 0);
    int[] cells = Arrays.copyOf(keys, nextKey + (nextByte + 3) / Integer.BYTES);
    cells[0] = nextKey - 1;
    for (int i = nextKey; i < cells.length; i++) {
      cells[i] = (int) INTS.get(bytes, (i - nextKey) * Integer.BYTES);
    }
    return cells;
  }
}
