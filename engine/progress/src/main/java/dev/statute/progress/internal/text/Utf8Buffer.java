package dev.statute.progress.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builder of a UTF-8 text from which a key is made, without an intermediate string. */
public final class Utf8Buffer {
  /** Enough for most calls. */
  private static final int INITIAL = 250;

  private byte[] bytes = new byte[INITIAL];
  private int size;

  public Utf8Buffer add(char ascii) {
    return add((byte) ascii);
  }

  public Utf8Buffer add(byte c) {
    ensureCapacity(1);
    bytes[size++] = c;
    return this;
  }

  public Utf8Buffer add(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return add(utf8, 0, utf8.length);
  }

  public Utf8Buffer add(Utf8Buffer other) {
    return add(other.bytes, 0, other.size);
  }

  public Utf8Buffer add(byte[] utf8, int start, int end) {
    ensureCapacity(end - start);
    System.arraycopy(utf8, start, bytes, size, end - start);
    size += end - start;
    return this;
  }

  private void ensureCapacity(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (size + more));
    }
  }

  public int key() {
    return TextHash.key32(bytes, 0, size);
  }

  /** Returns the key of the text without its digits. */
  public int keyWithoutDigits() {
    Utf8Buffer rest = new Utf8Buffer();
    for (int i = 0; i < size; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        rest.add(bytes[i]);
      }
    }
    return rest.key();
  }

  public ToolOutput output() {
    return ToolOutput.of(bytes, size);
  }
}
