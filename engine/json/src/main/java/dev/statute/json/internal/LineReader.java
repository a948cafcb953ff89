package dev.statute.json.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splitter of bytes into lines of UTF-8 text. Holds at most one line; a line above the limit is
 * skipped. Reads no further than the requested line needs, so that a person can type the lines.
 * Confined to one thread.
 */
public final class LineReader {
  /** Longest line, in bytes. */
  public static final int MAX_BYTES = 10 * 1024 * 1024;

  /** Bytes after which a line counts as endless, and nothing more is read. */
  private static final long MAX_SKIPPED_BYTES = 256L * 1024 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private byte[] line = new byte[1 << 12];
  private int number;
  private boolean isEnded;

  public LineReader(InputStream in) {
    this.in = in;
  }

  /** Line without its end; its number counts from 1, blank lines included. */
  public record Line(int number, String text) {}

  /** Returns the next line, or null after the last one. */
  @Nullable
  public Line next() throws IOException, JsonSyntaxError {
    if (isEnded) {
      return null;
    }
    int length = 0;
    long all = 0;
    boolean any = false;
    while (true) {
      if (position == limit) {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        if (limit == 0) {
          break;
        }
      }
      any = true;
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      int part = end - position;
      all += part;
      if (all > MAX_SKIPPED_BYTES) {
        isEnded = true;
        number++;
        throw tooLong(
            "this line does not end within " + MAX_SKIPPED_BYTES + " bytes; no more is read");
      }
      if (all <= MAX_BYTES) {
        if (length + part > line.length) {
          line = Arrays.copyOf(line, Math.max(length + part, line.length * 2));
        }
        System.arraycopy(buffer, position, line, length, part);
        length += part;
      }
      position = Math.min(end + 1, limit);
      if (end < limit) {
        break;
      }
    }
    if (!any) {
      return null;
    }
    number++;
    if (all > MAX_BYTES) {
      throw tooLong("this line has " + all + " bytes; at most " + MAX_BYTES + " (10 MB) are read");
    }
    return new Line(number, decode(length));
  }

  private static JsonSyntaxError tooLong(String message) {
    return new JsonSyntaxError(
        "L106",
        message,
        "shorten 'output' or 'args'; their keys do as well (result_key, action_key)");
  }

  /** Number of the last line that was read. */
  public int number() {
    return number;
  }

  private String decode(int length) throws JsonSyntaxError {
    int start = number == 1 && startsWithBom(length) ? 3 : 0;
    int end = length > start && line[length - 1] == '\r' ? length - 1 : length;
    ByteBuffer bytes = ByteBuffer.wrap(line, start, end - start);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      int column =
          new String(line, start, bytes.position() - start, StandardCharsets.UTF_8).length();
      throw new JsonSyntaxError(
          "L111", 1, column + 1, "", "these bytes are not UTF-8", "save the file as UTF-8");
    }
  }

  private boolean startsWithBom(int length) {
    return length >= 3
        && line[0] == (byte) 0xEF
        && line[1] == (byte) 0xBB
        && line[2] == (byte) 0xBF;
  }
}
