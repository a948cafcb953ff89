package dev.statute.progress;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text that is put together as UTF-8, in which keys are made of it. Parts are whole texts. */
final class Utf8Buffer {
  /** What most calls need at most. */
  private static final int ROOM = 250;

  private byte[] bytes = new byte[ROOM];
  private int size;

  Utf8Buffer add(char ascii) {
    return add((byte) ascii);
  }

  Utf8Buffer add(byte sign) {
    room(1);
    bytes[size++] = sign;
    return this;
  }

  Utf8Buffer add(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return add(utf8, 0, utf8.length);
  }

  Utf8Buffer add(Utf8Buffer other) {
    return add(other.bytes, 0, other.size);
  }

  Utf8Buffer add(byte[] utf8, int start, int end) {
    room(end - start);
    System.arraycopy(utf8, start, bytes, size, end - start);
    size += end - start;
    return this;
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (size + more));
    }
  }

  int key() {
    return TextHash.half(bytes, 0, size);
  }

  ToolOutput output() {
    return ToolOutput.of(bytes, size);
  }
}
